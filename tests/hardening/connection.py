"""What an attacker has open: at most one page, from which several events can be sent."""

from dataclasses import dataclass

from tests.hardening.attackers import Attacker
from tests.page_client import PageClient


@dataclass
class Connection:
    """The connection of an attacker to the site at `url`."""

    url: str
    attacker: Attacker
    _page: PageClient | None = None
    _path: str = ""

    async def open_page(self, path: str) -> PageClient:
        """Return the open page if it has this path. Otherwise close it and open another one.

        Opening a page takes the server several times as long as most events.
        """
        if self._page is None or self._page.is_closed or self._path != path:
            await self.close()
            headers = self.attacker.build_headers()
            self._page = await PageClient.open(self.url, path, headers=headers)
            self._path = path
        return self._page

    async def close(self) -> None:
        page, self._page = self._page, None
        if page is not None:
            await page.close()
