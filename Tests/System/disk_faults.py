"""Switches of a disk that is slow, full or faulty. See disk_faults.c."""

import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".c")


def build(folder):
    """Compiles the library that a server is started with."""
    compiler = shutil.which("cc") or shutil.which("clang")
    assert compiler, "the tests of disk faults need a C compiler"
    library = folder / "disk_faults.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, SOURCE, "-ldl"], check=True)
    return library


class DiskFaults:
    def __init__(self, library, folder):
        self.library = library
        self.folder = folder

    @property
    def environment(self):
        return {"LD_PRELOAD": str(self.library), "DISK_FAULTS": str(self.folder)}

    def on(self, name):
        (self.folder / name).touch()

    def off(self, name):
        (self.folder / name).unlink()

    def is_on(self, name):
        return (self.folder / name).exists()
