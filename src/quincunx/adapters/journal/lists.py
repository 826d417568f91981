"""SQL for the lists that are read from a journal: open tables, finished games and a person's own tables.

The newest open tables of each origin are found by jumping from one origin to the next in the index. However
many tables an origin has, no more of them are read than may be shown. Finished games are numbered instead,
which reads every row of the period.
"""

from __future__ import annotations

from typing import Final

OPEN: Final = """
WITH RECURSIVE origins (origin) AS (
    SELECT min(origin) FROM summaries WHERE listing IS NOT NULL AND status <> 'ended' AND status = :status
    UNION ALL
    SELECT (
        SELECT min(origin) FROM summaries
        WHERE listing IS NOT NULL AND status <> 'ended' AND status = :status AND origin > origins.origin
    ) FROM origins WHERE origins.origin IS NOT NULL
), newest AS (
    SELECT summaries.tab, summaries.changed FROM origins JOIN summaries ON summaries.tab IN (
        SELECT tab FROM summaries AS one
        WHERE listing IS NOT NULL AND status <> 'ended' AND status = :status AND one.origin = origins.origin
        ORDER BY changed DESC LIMIT :of_origin
    ) ORDER BY summaries.changed DESC LIMIT :most
)
SELECT listing FROM newest JOIN summaries USING (tab) ORDER BY newest.changed DESC
"""
FINISHED: Final = """
SELECT listing FROM (
    SELECT tab, row_number() OVER (PARTITION BY origin ORDER BY changed DESC) AS number
    FROM summaries WHERE listing IS NOT NULL AND status = 'ended' AND changed > :since
) JOIN summaries USING (tab) WHERE number <= :of_origin ORDER BY changed DESC LIMIT :most
"""
TABLES_OF: Final = """
WITH asked AS (SELECT value AS person FROM json_each(:people))
SELECT DISTINCT tab FROM asked JOIN seated USING (person) JOIN summaries USING (tab)
WHERE :status IS NULL OR status = :status
ORDER BY EXISTS (
    SELECT 1 FROM json_each(awaited) JOIN asked ON asked.person = json_each.value
) DESC, changed DESC LIMIT :most
"""

POSTGRES_OPEN: Final = """
WITH RECURSIVE origins (origin) AS (
    SELECT min(origin) FROM journal_summaries
    WHERE listing IS NOT NULL AND status <> 'ended' AND status = $1
    UNION ALL
    SELECT (
        SELECT min(origin) FROM journal_summaries
        WHERE listing IS NOT NULL AND status <> 'ended' AND status = $1 AND origin > origins.origin
    ) FROM origins WHERE origins.origin IS NOT NULL
)
SELECT listing FROM origins, LATERAL (
    SELECT listing, changed FROM journal_summaries
    WHERE listing IS NOT NULL AND status <> 'ended' AND status = $1
        AND journal_summaries.origin = origins.origin
    ORDER BY changed DESC LIMIT $3
) AS newest ORDER BY changed DESC LIMIT $2
"""
POSTGRES_FINISHED: Final = """
SELECT listing FROM (
    SELECT tab, row_number() OVER (PARTITION BY origin ORDER BY changed DESC) AS number
    FROM journal_summaries WHERE listing IS NOT NULL AND status = 'ended' AND changed > $1
) AS numbered JOIN journal_summaries USING (tab) WHERE number <= $3 ORDER BY changed DESC LIMIT $2
"""
POSTGRES_TABLES_OF: Final = """
SELECT tab FROM journal_summaries WHERE people <> '[]' AND people ?| $1
    AND ($3::text IS NULL OR status = $3)
ORDER BY awaited ?| $1 DESC, changed DESC LIMIT $2
"""
