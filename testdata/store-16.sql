BEGIN TRANSACTION;
CREATE TABLE day_attempts (
	day INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	person TEXT NOT NULL, 
	tab TEXT NOT NULL, 
	began_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	number INTEGER, 
	PRIMARY KEY (day, game, person), 
	UNIQUE (tab)
);
CREATE TABLE day_bests (
	day INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (day, game)
);
CREATE TABLE day_counts (
	day INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	people INTEGER NOT NULL, 
	PRIMARY KEY (day, game, number)
);
CREATE TABLE days (
	day INTEGER NOT NULL, 
	seed TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	PRIMARY KEY (day)
);
CREATE TABLE tournament_games (
	tournament TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	second INTEGER, 
	tab TEXT, 
	began BIGINT NOT NULL, 
	is_made BOOLEAN NOT NULL, 
	PRIMARY KEY (tournament, round, board), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	UNIQUE (tab)
);
INSERT INTO "tournament_games" VALUES('plays',1,1,1,2,'table-1',1763800000004,0);
INSERT INTO "tournament_games" VALUES('plays',1,2,3,NULL,NULL,1763800000004,0);
CREATE TABLE tournament_players (
	tournament TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	person TEXT NOT NULL, 
	since INTEGER NOT NULL, 
	is_out BOOLEAN NOT NULL, 
	is_removed BOOLEAN NOT NULL, 
	PRIMARY KEY (tournament, number), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "tournament_players" VALUES('waits',1,'bob',0,0,0);
INSERT INTO "tournament_players" VALUES('waits',2,'carol',0,0,0);
INSERT INTO "tournament_players" VALUES('waits',3,'dave',0,0,0);
INSERT INTO "tournament_players" VALUES('plays',1,'bob',1,0,0);
INSERT INTO "tournament_players" VALUES('plays',2,'carol',1,0,0);
INSERT INTO "tournament_players" VALUES('plays',3,'dave',1,0,0);
CREATE TABLE tournaments (
	id TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	person TEXT NOT NULL, 
	name TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	status TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	rounds INTEGER, 
	made_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	next_at BIGINT, 
	due BIGINT, 
	listed BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tournaments" VALUES('listed',1,'ada','Club night','{"name":"","format":"swiss","options":{"game":"cinco","players":2,"teams":2,"joker":false,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":2,"rated":false,"most":64,"wait":180,"pause":60,"by_hand":false,"listed":true,"begins":1800000060000}','open',0,NULL,1800000000000,1800000000000,NULL,1801209660000,1);
INSERT INTO "tournaments" VALUES('waits',4,'ada','Friday Cup','{"name":"","format":"swiss","options":{"game":"cinco","players":2,"teams":2,"joker":false,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":12,"wait":180,"pause":60,"by_hand":false}','open',0,NULL,1763800000000,1763800000003,NULL,1765009600003,0);
INSERT INTO "tournaments" VALUES('plays',5,'ada','Friday Cup','{"name":"","format":"swiss","options":{"game":"cinco","players":2,"teams":2,"joker":false,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":12,"wait":180,"pause":60,"by_hand":false}','playing',1,3,1763800000000,1763800000004,NULL,1763800000004,0);
CREATE TABLE node_notes (
	node TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	said TEXT NOT NULL, 
	PRIMARY KEY (node)
);
CREATE TABLE pairings (
	tab TEXT NOT NULL, 
	pool TEXT NOT NULL, 
	people TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	PRIMARY KEY (tab)
);
CREATE TABLE people (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	seen_at BIGINT NOT NULL, 
	name_key TEXT, 
	has_played BOOLEAN NOT NULL, 
	banned_at BIGINT, 
	ban_reason TEXT, 
	deleted_at BIGINT, 
	became TEXT, 
	era INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name_key), 
	FOREIGN KEY(became) REFERENCES people (id)
);
INSERT INTO "people" VALUES('ada','Ada',1800000000000,1800000000000,NULL,0,NULL,NULL,NULL,NULL,0);
INSERT INTO "people" VALUES('alice','Alice',1800000000000,1800000000000,NULL,0,NULL,NULL,NULL,NULL,0);
INSERT INTO "people" VALUES('bob','Bob',1800000000000,1800000000000,NULL,0,NULL,NULL,NULL,NULL,0);
INSERT INTO "people" VALUES('carol','Carol',1800000000000,1800000000000,NULL,0,NULL,NULL,NULL,NULL,0);
INSERT INTO "people" VALUES('dave','Dave',1800000000000,1800000000000,NULL,0,NULL,NULL,NULL,NULL,0);
CREATE TABLE people_blocks (
	person TEXT NOT NULL, 
	blocked TEXT NOT NULL, 
	name TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, blocked), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE people_deeds (
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	actor TEXT NOT NULL, 
	act TEXT NOT NULL, 
	person TEXT NOT NULL, 
	note TEXT NOT NULL, 
	PRIMARY KEY (number)
);
CREATE TABLE people_former_names (
	hash BLOB NOT NULL, 
	person TEXT, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE people_notices (
	person TEXT NOT NULL, 
	tab TEXT NOT NULL, 
	turn BIGINT NOT NULL, 
	told_at BIGINT NOT NULL, 
	PRIMARY KEY (person, tab), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE people_once (
	hash BLOB NOT NULL, 
	kind TEXT NOT NULL, 
	until BIGINT NOT NULL, 
	person TEXT, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE people_passkeys (
	id BLOB NOT NULL, 
	person TEXT NOT NULL, 
	public_key BLOB NOT NULL, 
	count BIGINT NOT NULL, 
	rp TEXT NOT NULL, 
	name TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	used_at BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE people_passwords (
	person TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE people_pushes (
	session TEXT NOT NULL, 
	person TEXT NOT NULL, 
	endpoint TEXT NOT NULL, 
	point BLOB NOT NULL, 
	auth BLOB NOT NULL, 
	"key" BLOB NOT NULL, 
	language TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	PRIMARY KEY (session), 
	FOREIGN KEY(session) REFERENCES people_sessions (id) ON DELETE CASCADE, 
	FOREIGN KEY(person) REFERENCES people (id), 
	UNIQUE (endpoint)
);
CREATE TABLE people_recovery_codes (
	person TEXT NOT NULL, 
	hash BLOB NOT NULL, 
	PRIMARY KEY (person, hash), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE people_reports (
	id TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	person TEXT, 
	reported TEXT NOT NULL, 
	name TEXT NOT NULL, 
	tab TEXT NOT NULL, 
	said TEXT NOT NULL, 
	why TEXT NOT NULL, 
	closed_at BIGINT, 
	PRIMARY KEY (id)
);
CREATE TABLE people_schema (
	version_num TEXT NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "people_schema" VALUES('0016');
CREATE TABLE people_sessions (
	id TEXT NOT NULL, 
	hash BLOB NOT NULL, 
	person TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	seen_at BIGINT NOT NULL, 
	device TEXT NOT NULL, 
	how TEXT NOT NULL, 
	signed_in_at BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (hash), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_sessions" VALUES('ada-1',X'85C710B082731909225F7177F92D17F90BE6F82B699483A50823212051609913','ada',1800000000000,1800000000000,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('alice-1',X'A42AC5108869B599BCBAC21069F63FB47F07452FCC4B87E89B3C06A945612D0B','alice',1800000000000,1800000000000,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('bob-1',X'A5FC3EAC9107FE9B449965916D54B334233B8077A37F782D9B59E6E98E04DEF8','bob',1800000000000,1800000000000,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('carol-1',X'B52A4ABE79E15521CFB98270BBB4DF9A2180DF897028E9EF5B2078FE898E3B86','carol',1800000000000,1800000000000,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('dave-1',X'B1B6970A41ECDA3F826C36D4704439A99271FC68FA320D6DE8A6770236BAFCA7','dave',1800000000000,1800000000000,'Firefox on Linux','guest',NULL);
CREATE TABLE people_tokens (
	id TEXT NOT NULL, 
	hash BLOB NOT NULL, 
	person TEXT NOT NULL, 
	name TEXT NOT NULL, 
	scopes TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	used_at BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (hash), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE puzzle_solvers (
	person TEXT NOT NULL, 
	game TEXT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	tries INTEGER NOT NULL, 
	found INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	best_streak INTEGER NOT NULL, 
	run_began BIGINT, 
	run_puzzle TEXT, 
	run_found INTEGER NOT NULL, 
	run_missed INTEGER NOT NULL, 
	best_run INTEGER NOT NULL, 
	PRIMARY KEY (person, game)
);
CREATE TABLE puzzle_tries (
	person TEXT NOT NULL, 
	game TEXT NOT NULL, 
	puzzle TEXT NOT NULL, 
	is_found BOOLEAN NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, game, puzzle)
);
CREATE TABLE puzzles (
	game TEXT NOT NULL, 
	puzzle TEXT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	tries INTEGER NOT NULL, 
	found INTEGER NOT NULL, 
	PRIMARY KEY (game, puzzle)
);
CREATE TABLE puzzles_shown (
	game TEXT NOT NULL, 
	puzzle TEXT NOT NULL, 
	network TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (game, puzzle, network)
);
CREATE TABLE result_games (
	tab TEXT NOT NULL, 
	game TEXT NOT NULL, 
	kind TEXT, 
	options TEXT NOT NULL, 
	is_rated BOOLEAN NOT NULL, 
	started_at BIGINT NOT NULL, 
	ended_at BIGINT NOT NULL, 
	termination TEXT NOT NULL, 
	is_watchable BOOLEAN NOT NULL, 
	PRIMARY KEY (tab)
);
INSERT INTO "result_games" VALUES('table-0001','cinco','two','{"game":"cinco","players":2,"teams":2,"joker":false,"first":0}',1,500,1000,'five',1);
INSERT INTO "result_games" VALUES('table-0003','cinco','two','{"game":"cinco","players":2,"teams":2,"joker":false,"first":0}',1,2500,3000,'five',1);
INSERT INTO "result_games" VALUES('table-0002','cinco','two','{"game":"cinco","players":2,"teams":2,"joker":false,"first":0}',1,1500,2000,'five',1);
INSERT INTO "result_games" VALUES('table-0004','cinco','two','{"game":"cinco","players":2,"teams":2,"joker":false,"first":0}',1,3500,4000,'five',1);
CREATE TABLE result_handles (
	handle TEXT NOT NULL, 
	person TEXT NOT NULL, 
	PRIMARY KEY (handle), 
	UNIQUE (person)
);
INSERT INTO "result_handles" VALUES('wTuzM3hwKW5znHa3','alice');
INSERT INTO "result_handles" VALUES('zAtik5LKBQYHy9Qq','bob');
INSERT INTO "result_handles" VALUES('xAaU9fj7mRyKqWiE','carol');
CREATE TABLE result_ratings (
	person TEXT NOT NULL, 
	game TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	ended_at BIGINT NOT NULL, 
	PRIMARY KEY (person, game, kind)
);
INSERT INTO "result_ratings" VALUES('alice','cinco','two',2.79311517988883473151e+01,7.7410172785373978499e+00,3,4000);
INSERT INTO "result_ratings" VALUES('bob','cinco','two',2.51259988436933028315e+01,8.29623528173554802833e+00,2,3000);
INSERT INTO "result_ratings" VALUES('carol','cinco','two',2.49989041277818770927e+01,8.28401831769054552978e+00,2,3000);
CREATE TABLE result_rerating (
	game TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	ended_at BIGINT NOT NULL, 
	tab TEXT NOT NULL, 
	PRIMARY KEY (game, kind)
);
CREATE TABLE result_seats (
	tab TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	side INTEGER NOT NULL, 
	person TEXT, 
	name TEXT, 
	level TEXT, 
	ending TEXT NOT NULL, 
	bot_moves INTEGER NOT NULL, 
	facts TEXT NOT NULL, 
	ended_at BIGINT NOT NULL, 
	mu_before DOUBLE, 
	sigma_before DOUBLE, 
	mu DOUBLE, 
	sigma DOUBLE, 
	network TEXT, 
	PRIMARY KEY (tab, seat), 
	FOREIGN KEY(tab) REFERENCES result_games (tab)
);
INSERT INTO "result_seats" VALUES('table-0001',0,0,'alice','Alice',NULL,'won',0,'{"tokens":10,"turns":1}',1000,25.0,8.33333333333333392545e+00,2.51214387478439142857e+01,8.32101007046942697797e+00,NULL);
INSERT INTO "result_seats" VALUES('table-0001',1,1,'bob','Bob',NULL,'lost',0,'{"tokens":11,"turns":1}',1000,25.0,8.33333333333333392545e+00,2.48785612521560857142e+01,8.32101007046942697797e+00,NULL);
INSERT INTO "result_seats" VALUES('table-0003',0,0,'bob','Bob',NULL,'won',0,'{"tokens":10,"turns":3}',3000,2.48785612521560857142e+01,8.32101007046942697797e+00,2.51259988436933028315e+01,8.29623528173554802833e+00,NULL);
INSERT INTO "result_seats" VALUES('table-0003',1,1,'carol','Carol',NULL,'lost',0,'{"tokens":11,"turns":3}',3000,2.52448653640977518355e+01,8.30856959278021101056e+00,2.49989041277818770927e+01,8.28401831769054552978e+00,NULL);
INSERT INTO "result_seats" VALUES('table-0002',0,0,'carol','Carol',NULL,'won',0,'{"tokens":10,"turns":2}',2000,25.0,8.33333333333333392545e+00,2.52448653640977518355e+01,8.30856959278021101056e+00,NULL);
INSERT INTO "result_seats" VALUES('table-0002',1,1,'alice','Alice',NULL,'lost',0,'{"tokens":11,"turns":2}',2000,2.51214387478439142857e+01,8.32101007046942697797e+00,2.49997286345318592282e+01,8.30873869603330206246e+00,NULL);
INSERT INTO "result_seats" VALUES('table-0004',0,0,'alice','Alice',NULL,'won',0,'{"tokens":10,"turns":4}',4000,2.49997286345318592282e+01,8.30873869603330206246e+00,2.79311517988883473151e+01,7.7410172785373978499e+00,NULL);
INSERT INTO "result_seats" VALUES('table-0004',1,1,NULL,NULL,'keen','lost',0,'{"tokens":11,"turns":4}',4000,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE reviews (
	tab TEXT NOT NULL, 
	version TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	body BLOB, 
	PRIMARY KEY (tab)
);
CREATE TABLE seekers (
	person TEXT NOT NULL, 
	name TEXT NOT NULL, 
	pool TEXT NOT NULL, 
	players INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	margin INTEGER NOT NULL, 
	since BIGINT NOT NULL, 
	beat BIGINT NOT NULL, 
	PRIMARY KEY (person)
);
CREATE INDEX ix_people_became ON people (became);
CREATE INDEX ix_people_deleted_at ON people (deleted_at);
CREATE INDEX people_untouched ON people (has_played, seen_at);
CREATE INDEX ix_people_deeds_person ON people_deeds (person);
CREATE INDEX ix_people_reports_reported ON people_reports (reported);
CREATE INDEX ix_people_reports_person ON people_reports (person);
CREATE INDEX ix_people_reports_closed_at ON people_reports (closed_at);
CREATE INDEX result_games_rated ON result_games (game, kind, is_rated, ended_at, tab);
CREATE INDEX result_games_ended ON result_games (ended_at, tab);
CREATE INDEX result_ratings_best ON result_ratings (game, kind, mu);
CREATE INDEX ix_tournaments_due ON tournaments (due);
CREATE INDEX tournaments_listed ON tournaments (listed, status);
CREATE INDEX tournaments_host ON tournaments (person, status);
CREATE INDEX day_attempts_person ON day_attempts (person, day);
CREATE INDEX reviews_age ON reviews (made_at, tab);
CREATE INDEX ix_puzzles_shown_at ON puzzles_shown (at);
CREATE INDEX ix_people_sessions_seen_at ON people_sessions (seen_at);
CREATE INDEX ix_people_sessions_person ON people_sessions (person);
CREATE INDEX ix_people_passkeys_person ON people_passkeys (person);
CREATE INDEX ix_people_once_person ON people_once (person);
CREATE INDEX ix_people_once_until ON people_once (until);
CREATE INDEX ix_people_tokens_person ON people_tokens (person);
CREATE INDEX ix_people_former_names_until ON people_former_names (until);
CREATE INDEX ix_people_former_names_person ON people_former_names (person);
CREATE INDEX ix_people_notices_told_at ON people_notices (told_at);
CREATE INDEX ix_people_blocks_blocked ON people_blocks (blocked);
CREATE INDEX result_seats_person ON result_seats (person, ended_at, tab);
CREATE UNIQUE INDEX tournament_players_once ON tournament_players (tournament, person);
CREATE INDEX ix_tournament_players_person ON tournament_players (person);
CREATE INDEX ix_people_pushes_person ON people_pushes (person);
COMMIT;
