"""Shows HTML pages in the cells of a Jupyter notebook, and sends the 3D viewer only once."""

from __future__ import annotations

import hashlib
import html
import json
import sys
from string import Template
from typing import Any, Dict, Tuple

# The HTML tags before and after the data of the 3D scene in a page of the viewer.
_begin, _end = '<script type="application/json" id="scene">', "</script>"
_style = "width:100%;height:480px;border:0"
_rights = "allow-scripts allow-downloads"

# The script in a cell waits until some cell has stored the viewer's page without a scene in
# window.dlxPages.
_cell = Template(
    """<div id="$place">$flat</div>
<script>
$page(() => {
  const show = () => {
    const place = document.getElementById('$place');
    const page = (window.dlxPages || {})['$key'];
    if (!place || !page) return void setTimeout(show, 500);
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', '$rights');
    frame.title = $title;
    frame.style.cssText = '$style';
    frame.srcdoc = page[0] + $scene + page[1];
    place.replaceChildren(frame);
  };
  show();
})();
</script>"""
)

#: The viewer pages that this kernel has sent, each with the id of its notebook cell.
_sent: Dict[str, Any] = {}
_shown = 0


def _kernel() -> Any:
    """Returns the kernel of the notebook in which Python runs, or None."""
    shell: Any = sys.modules.get("IPython")
    return None if shell is None else getattr(shell.get_ipython(), "kernel", None)


def in_notebook() -> bool:
    """Returns whether Python runs in a notebook."""
    return _kernel() is not None


def _script(value: Any) -> str:
    """Returns JSON that is safe inside a script element."""
    return json.dumps(value).replace("<", "\\u003c")


def _is_needed(key: str, kernel: Any) -> bool:
    """Returns whether this cell must contain the viewer's page, because no other cell contains
    it.
    """
    try:
        cell = kernel.get_parent()["metadata"].get("cellId")
    except (AttributeError, KeyError, TypeError):
        cell = None
    if key in _sent and (cell is None or cell != _sent[key]):
        return False
    _sent[key] = cell
    return True


def _parts(page: str) -> Tuple[str, str, str]:
    before, begin, rest = page.partition(_begin)
    scene, end, after = rest.partition(_end)
    return before + begin, scene, end + after


def cell_of(page: str, title: str, flat: str) -> str:
    """Returns HTML that shows a page of the 3D viewer in a frame.

    In a notebook, the first cell contains the viewer (0.6 MB), and later cells contain only the
    scene. A cell shows the flat picture until the cell with the viewer is shown, or always if
    scripts do not run.
    """
    global _shown
    kernel = _kernel()
    if kernel is None or "google.colab" in sys.modules:  # in Colab, cells do not share a window
        # The frame separates the styles and scripts of the page from those of the notebook.
        return (
            f'<iframe title="{html.escape(title)}" srcdoc="{html.escape(page)}" '
            f'sandbox="{_rights}" loading="lazy" style="{_style}"></iframe>'
        )
    before, scene, after = _parts(page)
    key = hashlib.sha256((before + after).encode()).hexdigest()[:16]
    sent = ""
    if _is_needed(key, kernel):
        sent = f"(window.dlxPages = window.dlxPages || {{}})['{key}'] = {_script([before, after])};\n"
    _shown += 1
    return _cell.substitute(
        place=f"dlx-{key}-{id(kernel):x}-{_shown}",
        flat=flat,
        page=sent,
        key=key,
        rights=_rights,
        title=_script(title),
        style=_style,
        scene=_script(scene),
    )
