"""A print-and-play generator: one workbook in, checked print sheets out."""

import sys
from types import ModuleType

__version__ = "0.2.0"

for _name in ("reportlab_mods", "reportlab_settings"):
    # ReportLab runs files of these names from the home folder and from the path of search; it is not to look
    sys.modules.setdefault(_name, ModuleType(_name))
