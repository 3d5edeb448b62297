"""The fonts of a game folder, by the names of their families."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import unit
from generator.ground.files import MB, Unreadable, entries_of, is_folder_inside, read_bounded
from generator.ground.problems import Failed, Problem, Severity, error, warning
from generator.ground.project import Project
from generator.ground.spelling import nearest
from generator.text.font_check import fault_of
from generator.text.font_kinds import (
    FaceClaim,
    UnfitFont,
    claims_of,
    is_cubic,
    measured_alone,
    static_font,
)

WEIGHTS: Mapping[str, int] = MappingProxyType(
    {
        "Thin": 100,
        "ExtraLight": 200,
        "Light": 300,
        "Regular": 400,
        "Medium": 500,
        "SemiBold": 600,
        "Bold": 700,
        "ExtraBold": 800,
        "Black": 900,
    }
)
"""The style in a font file's name to its CSS weight (CSS Fonts 4, 2.2.1)."""

MOST_FONT = 30 * MB
"""Bytes of one font file; a font for Chinese has 20 million."""
DEEPEST_FOLDER = 3
"""Folders inside each other, under the folder of the fonts, that are looked into."""
MOST_FILES = 200
"""Font files of one folder that are looked at."""
MOST_FONTS = 120 * MB
"""Bytes of all fonts that one build reads."""

_STANDS_IN: Mapping[str, str] = MappingProxyType({"fraunces": "Noto Serif"})
"""Whose Greek and Cyrillic letters are taken for a family of the package that has none."""
_FILE_NAME = re.compile(rf"(?P<family>[^-]+)-(?P<weight>{'|'.join(WEIGHTS)})?(?P<italic>Italic)?\.ttf")
_ENDINGS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
_PLAIN_WEIGHTS = {name.casefold(): weight for name, weight in WEIGHTS.items()} | {
    "hairline": 100,
    "ultralight": 200,
    "book": 400,
    "normal": 400,
    "roman": 400,
    "demibold": 600,
    "demi": 600,
    "ultrabold": 800,
    "heavy": 900,
}
_STYLED = re.compile(
    rf"(?P<family>.+?)(?P<weight>{'|'.join(sorted(_PLAIN_WEIGHTS, key=len, reverse=True))})?"
    r"(?P<italic>italic|oblique)?"
)
"""A family's plain name with a style behind it, as drawing programs write it."""


class UnknownFamily(KeyError):
    """No font file of that family; `what` and `mend` are the sentences for a Problem."""

    def __init__(self, family: str, families: tuple[str, ...]) -> None:
        super().__init__(family)
        self.what = f"There is no font “{family}”."
        close = nearest(family, families, cutoff=0.7)
        self.mend = f"Did you mean “{close[0]}”? " if close else ""
        self.mend += (
            f"Use one of {', '.join(families) or 'no fonts found'}, "
            f"or put {family.replace(' ', '')}-Regular.ttf or any font of that family into the folder fonts."
        )


class BrokenFont(Failed):
    """A font file that nothing can be written with; `path` is the file."""

    def __init__(self, path: Path, why: str, mend: str = "") -> None:
        mend = mend or "Replace it with a whole TrueType font of that name, or delete it."
        super().__init__(error(f"fonts/{path.name}", f"The font cannot be used: {why}", mend))
        self.path = path


class FontFile(NamedTuple):
    """One TrueType file: its family as the file name spells it, CSS weight, slant and path."""

    family: str
    weight: int
    italic: bool
    path: Path
    inside: Path | None = None
    """The folder that the file may not lead out of; None for the fonts of the package."""
    source: Path | None = None
    """The file that lies there, where `path` names one face of it; None if `path` is the file."""
    claim: FaceClaim | None = None
    """What the font's own tables say; None where the file's name says it."""
    digest: str = ""
    """Of the content of the file that holds it, if it was read already."""


class FontData(NamedTuple):
    """A font that was found to be whole."""

    path: Path
    content: bytes


@dataclass(frozen=True, slots=True)
class Fonts:
    """The font files of a game, by family. Spaces, quotes and case in a family's name do not matter."""

    files: Mapping[str, tuple[FontFile, ...]]
    _read: dict[Path, FontData | BrokenFont] = field(default_factory=dict, compare=False, repr=False)
    """Every file that was asked for; each is read and looked through once."""
    _digests: dict[Path, str] = field(default_factory=dict, compare=False, repr=False)
    cache: Cache = field(default=NO_CACHE, compare=False, repr=False)
    """Which fonts were found to be whole before, by their content."""
    _between: dict[Path, FontFile] = field(default_factory=dict, compare=False, repr=False)
    """Faces of variable fonts at weights between the usual ones."""
    most: int = MOST_FONTS
    fallback: tuple[str, ...] = ()
    """The families that a letter is looked for in when those of its text do not have it."""
    problems: tuple[Problem, ...] = ()
    """Warnings of files that are not used: unreadable ones, and those that claim what another file is."""

    @property
    def families(self) -> tuple[str, ...]:
        """The families, as their file names spell them."""
        return tuple(faces[0].family for faces in self.files.values())

    def path(self, family: str, weight: int = 400, italic: bool = False) -> Path:
        """The file of the nearest face: first the slant, then the weight (the heavier one on a tie).

        `family` may be a CSS list; its first known family counts. Raises UnknownFamily.
        """
        return self.chain(family, weight, italic)[0]

    def chain(self, family: str, weight: int = 400, italic: bool = False) -> tuple[Path, ...]:
        """The files of all known families of a CSS list, and of those that a game falls back to.

        Raises UnknownFamily if none of the list is known.
        """
        paths = [self._face(name, weight, italic) for name in family.split(",")]
        if not any(paths):
            raise UnknownFamily(family, self.families)
        ours = [_STANDS_IN[name] for name in map(_plain, family.split(",")) if name in _STANDS_IN]
        paths += [self._face(name, weight, italic) for name in (*ours, *self.fallback)]
        return tuple(dict.fromkeys(path for path in paths if path is not None))

    @property
    def falls_back(self) -> tuple[Path, ...]:
        """The upright files of the families that every text falls back to."""
        return tuple(path for name in self.fallback if (path := self._face(name, 400, False)) is not None)

    def first_of_all(self, family: str) -> str:
        """A CSS list of all families with one at its head, for words that nobody chose a font for."""
        return ", ".join(dict.fromkeys((family, *self.fallback, *self.families)))

    def falling_back(self, families: str, where: str) -> Fonts:
        """The same fonts, with families that every text falls back to, parted by commas.

        Raises Failed at `where` for one that is not there.
        """
        names = tuple(name.strip() for name in families.split(",") if name.strip())
        unknown = [UnknownFamily(name, self.families) for name in names if not self._face(name, 400, False)]
        if unknown:
            raise Failed(*(error(where, family.what, family.mend) for family in unknown))
        return replace(self, fallback=names)

    def _face(self, name: str, weight: int, italic: bool) -> Path | None:
        if faces := self.files.get(_plain(name)):
            return self._exactly(_nearest(faces, weight, italic), weight)
        match = _STYLED.fullmatch(_plain(name))
        if match and (faces := self.files.get(match["family"])):
            styled = _PLAIN_WEIGHTS[match["weight"]] if match["weight"] else weight
            return self._exactly(_nearest(faces, styled, italic or bool(match["italic"])), styled)
        return None

    def _exactly(self, file: FontFile, weight: int) -> Path:
        """A face, that of a variable font at just the weight that is asked for."""
        if file.claim is None or (claim := file.claim.at(weight)).weight == file.weight:
            return file.path
        path = _face_path(file.source or file.path, claim)
        self._between[path] = file._replace(weight=claim.weight, path=path, claim=claim)
        return path

    def _file(self, path: Path) -> FontFile:
        if path in self._between:
            return self._between[path]
        (file,) = (file for faces in self.files.values() for file in faces if file.path == path)
        return file

    def fingerprint(self) -> tuple[tuple[str, ...], ...]:
        """Every file by its place in the families, its name and the digest of its content; the fallback."""
        files = tuple(
            (plain, file.family, str(file.weight), str(file.italic), file.path.name, self._digest(file))
            for plain, faces in self.files.items()
            for file in faces
        )
        return (*files, self.fallback) if self.fallback else files

    def digest(self, path: Path) -> str:
        """The digest of the content of a file that `path` named, in hex."""
        return self._digest(self._file(path))

    def _digest(self, file: FontFile) -> str:
        if file.path not in self._digests:
            with unit("fonts", f"fonts/{file.path.name}"):
                self._digests[file.path] = _digest(file)
        return self._digests[file.path]

    def data(self, path: Path) -> FontData:
        """A file that `path` named, read once. Raises BrokenFont for one that cannot be used."""
        if path not in self._read:
            file = self._file(path)
            whole = [font.content for font in self._read.values() if isinstance(font, FontData)]
            try:
                self._read[path] = _whole(file, self.most - sum(map(len, whole)), self.cache)
            except BrokenFont as broken:
                self._read[path] = broken
        font = self._read[path]
        if isinstance(font, BrokenFont):
            raise font.with_traceback(None)
        return font

    @property
    def paths(self) -> tuple[Path, ...]:
        """All the files, in the order of the fingerprint."""
        return tuple(file.path for faces in self.files.values() for file in faces)

    @property
    def asked(self) -> tuple[Path, ...]:
        """The files that were asked for so far, in that order."""
        return tuple(self._read)

    def unused(self) -> tuple[Problem, ...]:
        """Warnings of the broken files among those that nothing has asked for."""
        problems: list[Problem] = list(self.problems)
        for file in (file for faces in self.files.values() for file in faces):
            if file.path not in self._read:
                try:
                    _whole(file, MOST_FONT, self.cache)
                except BrokenFont as broken:
                    problems += [replace(problem, severity=Severity.WARNING) for problem in broken.problems]
        return tuple(problems)


def _nearest(faces: tuple[FontFile, ...], weight: int, italic: bool) -> FontFile:
    return min(faces, key=lambda f: (f.italic != italic, abs(f.weight - weight), -f.weight))


def _digest(file: FontFile) -> str:
    if file.digest:
        return file.digest
    try:
        content = read_bounded(file.source or file.path, inside=file.inside, most=MOST_FONT)
    except Unreadable as unreadable:
        return unreadable.what
    return hashlib.sha256(content).hexdigest()


def _whole(file: FontFile, most: int, cache: Cache) -> FontData:
    """The content of a font file of at most `most` bytes. Raises BrokenFont."""
    most = max(0, min(most, MOST_FONT))
    with unit("fonts", f"fonts/{file.path.name}"):
        content = _known(file, most, cache)
        if content is None:
            try:
                content = read_bounded(file.source or file.path, inside=file.inside, most=most)
                if file.claim is not None:
                    content = static_font(content, file.claim.member, file.claim.location, MOST_FONT)
            except Unreadable as unreadable:
                raise BrokenFont(file.path, unreadable.what, unreadable.mend) from None
            except UnfitFont as unfit:
                raise BrokenFont(file.path, str(unfit), unfit.mend) from None
            if fault := _fault(content, cache):
                raise BrokenFont(file.path, fault)
            if file.claim is not None and cache.on:
                cache.put(_name(file, cache), content)
    return FontData(file.path, content)


def _known(file: FontFile, most: int, cache: Cache) -> bytes | None:
    """A face that was taken out of its file before, and was whole."""
    content = cache.get(_name(file, cache)) if file.claim is not None and cache.on else None
    return content if content is not None and len(content) <= most else None


def _name(file: FontFile, cache: Cache) -> str:
    assert file.claim is not None
    return cache.name("whole face", file.digest, file.claim.member, repr(file.claim.location))


def _fault(content: bytes, cache: Cache) -> str:
    """What is wrong with a font; that nothing is need not be found out twice."""
    looked = measured_alone(content) if is_cubic(content) else content
    if not cache.on:
        return fault_of(looked)
    name = cache.name("whole font", content)
    if cache.get_record(name) is not None:
        return ""
    fault = fault_of(looked)
    if not fault:
        cache.put_record(name, {})
    return fault


def _claimed(path: Path, inside: Path | None, cache: Cache) -> list[FontFile]:
    """The faces of a file by its own tables. Raises UnfitFont."""
    try:
        content = read_bounded(path, inside=inside, most=MOST_FONT)
    except Unreadable as unreadable:
        raise UnfitFont(unreadable.what) from None
    with unit("fonts", f"fonts/{path.name}"):
        digest = hashlib.sha256(content).hexdigest()
        name = cache.name("faces of a font", digest) if cache.on else ""
        record = cache.get_record(name) if name else None
        if record is None:
            claims = claims_of(content, tuple(WEIGHTS.values()), MOST_FONT)
            if name:
                cache.put_record(name, {"claims": [list(claim) for claim in claims]})
        else:
            claims = tuple(map(_claim_again, record["claims"]))
    alone = len(claims) == 1
    return [
        FontFile(
            claim.family,
            claim.weight,
            claim.italic,
            path if alone else _face_path(path, claim),
            inside,
            path,
            claim,
            digest,
        )
        for claim in claims
    ]


def _claim_again(told: Sequence[Any]) -> FaceClaim:
    """A claim that was written down as JSON."""
    claim = FaceClaim(*told)
    location = claim.location and tuple((axis, at) for axis, at in claim.location)
    return claim._replace(location=location)


def _face_path(path: Path, claim: FaceClaim) -> Path:
    """A name for one face of a file that holds several."""
    family = "".join(filter(str.isalnum, claim.family))
    slant = "Italic" if claim.italic else ""
    return path.with_name(f"{path.stem} {claim.member + 1} {family} {claim.weight}{slant}{path.suffix}")


def font_folders_below(folder: Path, depth: int = 0) -> list[Path]:
    """A folder of fonts and those in it, sorted, as deep as fonts are looked for; links are not followed."""
    folders = [folder]
    for path in entries_of(folder) if depth < DEEPEST_FOLDER else ():
        if len(folders) <= MOST_FILES and is_folder_inside(path, folder) and not path.is_symlink():
            folders += font_folders_below(path, depth + 1)
    return folders[: MOST_FILES + 1]


def _below(folder: Path) -> list[Path]:
    """The font files of a folder and of those in it, one more at most than are looked at."""
    paths: list[Path] = []
    for place in font_folders_below(folder):
        paths += (path for path in entries_of(place) if path.suffix.lower() in _ENDINGS)
        if len(paths) > MOST_FILES:
            break
    return paths[: MOST_FILES + 1]


def _by_tables(
    folder: Path, inside: Path | None, files: dict[tuple[str, int, bool], FontFile], cache: Cache
) -> list[Problem]:
    """Add the files that are not named `<Family>-<Style>.ttf`; warnings of those that cannot be used."""
    problems: list[Problem] = []
    local = {key: file for key, file in files.items() if file.path.is_relative_to(folder)}
    named = {file.path for file in local.values()}
    paths = [path for path in _below(folder) if path not in named]
    if len(paths) > MOST_FILES:
        fault = f"Of the font files here only the first {MOST_FILES} are looked at."
        problems.append(warning("fonts", fault, "Leave only the fonts that the game uses."))
    for path in paths[:MOST_FILES]:
        where = f"fonts/{path.relative_to(folder).as_posix()}"
        try:
            faces = _claimed(path, inside, cache)
        except UnfitFont as unfit:
            mend = "Replace it with a whole font, or delete it."
            problems.append(warning(where, f"The font cannot be used: {unfit}", mend))
            continue
        if any(face.claim and face.claim.restricted for face in faces):
            fault, mend = "Its licence bits forbid embedding.", "Ask its maker, or use another font."
            problems.append(warning(where, fault, mend))
        if any(face.claim and face.claim.coloured for face in faces):
            fault, mend = "Its letters in several colours are printed in one.", "Draw such signs as icons."
            problems.append(warning(where, fault, mend))
        twins = set()
        for face in faces:
            key = _plain(face.family), face.weight, face.italic
            if key in local:
                twins.add(local[key].source or local[key].path)
            else:
                files[key] = local[key] = face
        for twin in sorted(twins):
            fault = f"It is the same face as fonts/{twin.relative_to(folder).as_posix()}, which is used."
            problems.append(warning(where, fault, "Delete one of the two."))
    return problems


def find_fonts(*folders: Path, root: Path | None = None, cache: Cache = NO_CACHE) -> Fonts:
    """All fonts in the folders and below; a later folder's file replaces an earlier one's.

    `<Family>-<Style>.ttf` is what its name says (Style is Regular, Italic, SemiBold and so on), any other
    file what its own tables say. What lies in the game folder `root` may not lead out of it.
    """
    problems: list[Problem] = []
    files: dict[tuple[str, int, bool], FontFile] = {}
    for folder in folders:
        inside = root if root is not None and folder.parent == root else None
        for path in entries_of(folder, ending=".ttf"):
            if (match := _FILE_NAME.fullmatch(path.name)) and (match["weight"] or match["italic"]):
                weight, italic = WEIGHTS[match["weight"] or "Regular"], bool(match["italic"])
                file = FontFile(match["family"], weight, italic, path, inside)
                files[_plain(file.family), file.weight, file.italic] = file
        problems += _by_tables(folder, inside, files, cache)
    families: dict[str, tuple[FontFile, ...]] = {}
    for (plain, _, _), file in sorted(files.items()):
        families[plain] = (*families.get(plain, ()), file)
    return Fonts(MappingProxyType(families), cache=cache, problems=tuple(problems))


def game_fonts(project: Project, cache: Cache = NO_CACHE) -> Fonts:
    """The fonts of a game, over those of the package. Raises Failed if there are none.

    A file is read when it is asked for; a broken one that no template uses does no harm.
    """
    own = project.root / "fonts"
    if os.path.lexists(own) and not is_folder_inside(own, project.root):
        fault = "This is no folder of the game folder."
        raise Failed(error("fonts", fault, "Copy the fonts into a folder fonts; a link is not it."))
    fonts = find_fonts(*project.font_folders, root=project.root, cache=cache)
    if not fonts.families:
        mend = "Put TrueType files named like SourceSans3-Regular.ttf into the folder fonts."
        raise Failed(error(str(own), "There are no fonts.", mend))
    return fonts


def page_fonts_of(fonts: Fonts) -> tuple[FontData, FontData]:
    """What the margins of sheets are printed in, plain and bold. Raises BrokenFont."""
    family = "SourceSans3" if "SourceSans3" in fonts.families else fonts.families[0]
    return fonts.data(fonts.path(family)), fonts.data(fonts.path(family, 700))


def _plain(family: str) -> str:
    return re.sub(r"[\s'\"-]+", "", family).casefold()
