"""What the documentation shows works: each example by itself, and the notebook from its first cell to its last."""

import doctest
import json
import pathlib
import re

import pytest

import komadai

ROOT = pathlib.Path(__file__).resolve().parents[3]
NOTEBOOK = ROOT / "docs" / "python.ipynb"


def examples():
    """The blocks of the pages, each by its line."""
    guides = (ROOT / "docs" / "python.md", ROOT / "docs" / "ray.md")
    for page in (*guides, ROOT / "README.md", ROOT / "crates" / "python" / "README.md"):
        text = page.read_text(encoding="utf-8")
        for block in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S):
            line = text.count("\n", 0, block.start()) + 1
            yield pytest.param(block[1], id=f"{page.parent.name}/{page.name}:{line}")


@pytest.mark.parametrize("code", list(examples()))
def test_examples(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len(code.splitlines()) <= 12
    exec(compile(code, "example", "exec"), {"__name__": "example"})


def test_the_docstring_of_the_package():
    assert doctest.testmod(komadai).failed == 0


def test_the_notebook(tmp_path):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    drawn = [output for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output]
    assert any("image/svg+xml" in output["data"] for output in drawn)


def test_the_notebook_is_kept_without_what_it_has_shown():
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in cells)
