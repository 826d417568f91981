"""Overlays at a table, and the elements they speak of: neither covers the other."""

from __future__ import annotations

from playwright.sync_api import Page

SIZES = [
    (390, 844),
    (390, 664),
    (844, 390),
    (360, 740),
    (360, 640),
    (640, 400),
    (1280, 800),
    (1920, 1080),
]
"""Windows of phones, both ways round, of a laptop and of a large screen."""

FEW = [SIZES[0], SIZES[2], SIZES[6]]
"""A phone, the same on its side, and a laptop: the sizes that differ most."""

SUBJECTS = {
    "hint": [".space", "[data-testid^=card-]", ".actions button", ".case", "[data-testid=card]", ".scores"],
    "result": [".space", ".case", ".scores", ".seats"],
    "notice": [".space", "[data-testid^=card-]", ".actions button", ".case", "[data-testid=card]", ".scores"],
    "answer": [".space", "[data-testid^=card-]", ".case", "[data-testid=card]", "[data-testid=question]"],
}
"""The elements that must stay visible beside each kind of overlay, if the page has them."""

COVERED = """([overlays, subjects]) => {
    const found = [];
    // What of it is seen: a part of the page that scrolls shows only so much.
    const seen = part => {
        let {left, top, right, bottom} = part.getBoundingClientRect();
        for (let around = part.parentElement; around; around = around.parentElement) {
            if (getComputedStyle(around).overflowY === 'visible') continue;
            const edge = around.getBoundingClientRect();
            [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
            [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
        }
        return {left, top, right, bottom, width: right - left, height: bottom - top};
    };
    const boxes = [...document.querySelectorAll(overlays)].flatMap(each => {
        // What has slots of its own is those.
        const isSplit = getComputedStyle(each).display === 'contents';
        const parts = isSplit ? [...each.children].flatMap(part => [...part.children]) : [each];
        return parts.map(part => [part, seen(part)]);
    });
    if (!boxes.length) found.push(`${overlays}: nothing is there`);
    for (const [overlay, over] of boxes) {
        const name = overlay.dataset.testid ?? overlay.className;
        if (over.width < 1 || over.height < 1) found.push(`${name} has no size`);
        const edges = [over.left, over.top, innerWidth - over.right, innerHeight - over.bottom];
        if (Math.min(...edges) < -1) found.push(`${name} hangs out of the window: ${edges.map(Math.round)}`);
        const style = getComputedStyle(overlay);
        if (overlay.scrollHeight > overlay.clientHeight + 1 && !/auto|scroll/.test(style.overflowY))
            found.push(`${name} is cut: ${overlay.scrollHeight} of ${overlay.clientHeight}`);
        if (overlay.scrollWidth > overlay.clientWidth + 1) found.push(`${name} is too wide`);
        for (const selector of subjects)
            for (const subject of document.querySelectorAll(selector)) {
                const isSeen = subject.checkVisibility({visibilityProperty: true});
                if (overlay.contains(subject) || !isSeen) continue;
                const it = subject.getBoundingClientRect();
                const wide = Math.min(it.right, over.right) - Math.max(it.left, over.left);
                const high = Math.min(it.bottom, over.bottom) - Math.max(it.top, over.top);
                if (wide <= 1 || high <= 1) continue;
                const what = subject.dataset.testid ?? selector;
                found.push(`${name} covers ${what} by ${Math.round(wide)} x ${Math.round(high)}`);
            }
    }
    return found;
}"""


def covered(page: Page, overlays: str, kind: str) -> list[str]:
    """The faults of the overlays' places: elements that they cover, and overlays out of view."""
    found: list[str] = page.evaluate(COVERED, [overlays, SUBJECTS[kind]])
    return found
