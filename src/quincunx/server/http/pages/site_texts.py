"""``/api/site``: texts of the server's operator."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter, QueryParameter

from quincunx.club.wire import SiteText
from quincunx.server.http.requester import AnyRequest
from quincunx.server.services import services_of
from quincunx.server.site.texts import text_for

TextName = Annotated[Literal["imprint", "privacy"], PathParameter(description="The text.")]
Language = Annotated[str | None, QueryParameter(description="The reader's language.", max_length=8)]


@get("/api/site/{name:str}", sync_to_thread=False)
def site_text(request: AnyRequest, name: TextName, language: Language = None) -> SiteText:
    """The imprint, or the text about people's data, if this server has one of its own. 404 if it has none."""
    texts = services_of(request).site_texts.get(name)
    if texts is None:
        raise NotFoundException
    return text_for(texts, language)
