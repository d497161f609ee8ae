"""A PostgreSQL server of the tests' own."""

import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

SCRIPT = Path(__file__).resolve().parents[1] / "postgresql"


class PostgreSQL:
    """Can be stopped and started again with its data."""

    def __init__(self):
        # Not in pytest's folder, which only root may enter when root tests.
        self._folder = tempfile.mkdtemp(prefix="pg-")
        self.url = f"postgres://test@{quote(self._folder, safe='')}/postgres"
        self.start()

    def start(self):
        self._process = subprocess.Popen([SCRIPT, self._folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        said = b""
        while b"ready to accept connections" not in said:
            line = self._process.stdout.readline()
            assert line, f"PostgreSQL has not started: {said.decode()}"
            said += line

    def stop(self):
        # Takes what it still has to say, too.
        self._process.communicate()

    @contextmanager
    def away(self):
        """Stopped for a while."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def query(self, sql: str, **values: str) -> list[list[str]]:
        """The rows. `values` are quoted where the statement says :'name'."""
        variables = [part for name, value in values.items() for part in ("-v", f"{name}={value}")]
        psql = subprocess.run(["psql", self.url, "-qAtX", *variables], input=sql, capture_output=True, text=True,
                              check=True)
        return [line.split("|") for line in psql.stdout.splitlines()]

    def dump(self) -> bytes:
        """All that is in it, as SQL."""
        return subprocess.run(["pg_dump", self.url], capture_output=True, check=True).stdout

    def remove(self):
        self.stop()
        shutil.rmtree(self._folder)
