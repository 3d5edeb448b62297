"""The game in a browser, made anew at each save: a page on this machine, and a fenced worker that draws.

Two processes do it. The server (`serving.py`, `app.py`) answers the browser and never looks into the game
folder; all that is a stranger's is read and drawn by a worker behind the fence (`desk.py`), which the server
reaches through a pipe (`servant.py`). When the fence ends the worker, the page keeps the last good pictures.
"""
