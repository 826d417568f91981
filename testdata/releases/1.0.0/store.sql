BEGIN TRANSACTION;
CREATE TABLE club_announcements (
	id TEXT NOT NULL, 
	club TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	person TEXT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(club) REFERENCES clubs (name), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "club_announcements" VALUES('a1','reed-and-water',1789086400000,'bob-cookie','The ferry’s café is open again.');
CREATE TABLE club_hooks (
	club TEXT NOT NULL, 
	url TEXT NOT NULL, 
	language TEXT NOT NULL, 
	nights BOOLEAN NOT NULL, 
	results BOOLEAN NOT NULL, 
	standings BOOLEAN NOT NULL, 
	made_at BIGINT NOT NULL, 
	results_until BIGINT NOT NULL, 
	night TEXT NOT NULL, 
	week TEXT NOT NULL, 
	failures INTEGER NOT NULL, 
	stopped_at BIGINT, 
	PRIMARY KEY (club), 
	FOREIGN KEY(club) REFERENCES clubs (name)
);
INSERT INTO "club_hooks" VALUES('reed-and-water','https://chat.example/hook','en',1,1,0,1789003600000,1789003600000,'','',0,NULL);
CREATE TABLE club_links (
	id TEXT NOT NULL, 
	club TEXT NOT NULL, 
	hash BLOB NOT NULL, 
	person TEXT NOT NULL, 
	uses INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(club) REFERENCES clubs (name), 
	UNIQUE (hash), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "club_links" VALUES('l1','reed-and-water',X'5D252ABEF93336696C38899D67561B93359BD5814D85310EBDC36016EAAE44DA','alice-cookie',3,1791592000000);
CREATE TABLE club_members (
	club TEXT NOT NULL, 
	person TEXT NOT NULL, 
	standing TEXT NOT NULL, 
	since BIGINT NOT NULL, 
	PRIMARY KEY (club, person), 
	FOREIGN KEY(club) REFERENCES clubs (name), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "club_members" VALUES('reed-and-water','alice-cookie','owner',1789003600000);
INSERT INTO "club_members" VALUES('reed-and-water','bob-cookie','organiser',1789007200000);
INSERT INTO "club_members" VALUES('reed-and-water','carol-cookie','member',1789010800000);
INSERT INTO "club_members" VALUES('reed-and-water','dave-cookie','asking',1789014400000);
INSERT INTO "club_members" VALUES('reed-and-water','gus-cookie','removed',1789018000000);
INSERT INTO "club_members" VALUES('quiet-corner','carol-cookie','owner',1789000000000);
INSERT INTO "club_members" VALUES('quiet-corner','dave-cookie','member',1789000000001);
CREATE TABLE club_nights (
	id TEXT NOT NULL, 
	club TEXT NOT NULL, 
	title TEXT NOT NULL, 
	begins BIGINT NOT NULL, 
	minutes INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(club) REFERENCES clubs (name)
);
INSERT INTO "club_nights" VALUES('n1','reed-and-water','Club night',1789172800000,180);
INSERT INTO "club_nights" VALUES('n2','reed-and-water','Blitz',1866760000000,90);
CREATE TABLE club_seasons (
	club TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	began BIGINT NOT NULL, 
	PRIMARY KEY (club, number), 
	FOREIGN KEY(club) REFERENCES clubs (name)
);
INSERT INTO "club_seasons" VALUES('reed-and-water',1,'Summer',1781224000000);
INSERT INTO "club_seasons" VALUES('reed-and-water',2,'Autumn',1789086400000);
INSERT INTO "club_seasons" VALUES('quiet-corner',1,'First',1789000000000);
CREATE TABLE club_tables (
	tab TEXT NOT NULL, 
	club TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	PRIMARY KEY (tab), 
	FOREIGN KEY(club) REFERENCES clubs (name)
);
INSERT INTO "club_tables" VALUES('table-of-the-tests-0003','reed-and-water',1789086400000);
CREATE TABLE clubs (
	name TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	"key" TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "clubs" VALUES('reed-and-water','{"title":"Reed and Water","about":"We meet on Fridays.","joining":"link","private":false,"listed":true}',1789003600000,'feed-1',1);
INSERT INTO "clubs" VALUES('quiet-corner','{"title":"Quiet Corner","about":"","joining":"request","private":true,"listed":false}',1789000000000,'feed-2',0);
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
INSERT INTO "day_attempts" VALUES(20000,'cinqo','alice-cookie','table-of-the-day-cinqo',1728003600000,1728003600000,37);
CREATE TABLE day_bests (
	day INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (day, game)
);
INSERT INTO "day_bests" VALUES(20000,'cinqo',231);
CREATE TABLE day_counts (
	day INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	people INTEGER NOT NULL, 
	PRIMARY KEY (day, game, number)
);
INSERT INTO "day_counts" VALUES(20000,'cinqo',37,1);
CREATE TABLE days (
	day INTEGER NOT NULL, 
	seed TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "days" VALUES(20000,'0505050505050505050505050505050505050505050505050505050505050505',1728000000000);
INSERT INTO "days" VALUES(20001,'1515151515151515151515151515151515151515151515151515151515151515',1728000000000);
CREATE TABLE node_notes (
	node TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	said TEXT NOT NULL, 
	PRIMARY KEY (node)
);
INSERT INTO "node_notes" VALUES('node-1',7,1789010800000,'[]');
CREATE TABLE node_people (
	node TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	people TEXT NOT NULL, 
	more INTEGER NOT NULL, 
	PRIMARY KEY (node)
);
INSERT INTO "node_people" VALUES('node-1',1789010800000,'["alice-cookie","erin-cookie"]',2);
CREATE TABLE pairings (
	tab TEXT NOT NULL, 
	pool TEXT NOT NULL, 
	people TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	PRIMARY KEY (tab)
);
INSERT INTO "pairings" VALUES('paired-table-00000001','cinco','[["alice-cookie","Alice"],["bob-cookie","Bob"]]',1789007200001);
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
	operator_link_at BIGINT, 
	operator_at BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (name_key), 
	FOREIGN KEY(became) REFERENCES people (id)
);
INSERT INTO "people" VALUES('alice-cookie','Alice',1789000000000,1789000000000,'allce',1,NULL,NULL,NULL,NULL,0,NULL,1789010800000);
INSERT INTO "people" VALUES('bob-cookie','Bob',1789000000001,1789000000001,'bob',1,NULL,NULL,NULL,NULL,1,NULL,NULL);
INSERT INTO "people" VALUES('carol-cookie','Carol',1789000000002,1789000000002,'carol',1,NULL,NULL,NULL,NULL,0,1789010800003,NULL);
INSERT INTO "people" VALUES('dave-cookie','Dave',1789000000003,1789000000003,'dave',1,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "people" VALUES('gus-cookie','Gus',1789000000004,1789000000004,'gus',1,1789010800001,'He shouts.',NULL,NULL,1,NULL,NULL);
INSERT INTO "people" VALUES('hal-cookie','Somebody',0,0,NULL,1,NULL,NULL,1789086400000,NULL,1,NULL,NULL);
INSERT INTO "people" VALUES('erin-cookie','Erin',1789003600000,1789003600000,NULL,1,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "people" VALUES('finn-cookie','Finn',1789003600000,1789003600000,NULL,0,NULL,NULL,NULL,'dave-cookie',0,NULL,NULL);
CREATE TABLE people_addresses (
	person TEXT NOT NULL, 
	address TEXT, 
	address_key TEXT, 
	pending TEXT, 
	language TEXT NOT NULL, 
	signs_in BOOLEAN NOT NULL, 
	tells_changes BOOLEAN NOT NULL, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_addresses" VALUES('alice-cookie','Alice@home.example','alice@home.example',NULL,'en',1,0);
INSERT INTO "people_addresses" VALUES('carol-cookie',NULL,NULL,'carol@home.example','fr',1,1);
CREATE TABLE people_alerts (
	person TEXT NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_alerts" VALUES('carol-cookie',1789093600000);
CREATE TABLE people_blocks (
	person TEXT NOT NULL, 
	blocked TEXT NOT NULL, 
	name TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, blocked), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_blocks" VALUES('carol-cookie','gus-cookie','Gus',1789007200000);
CREATE TABLE people_deeds (
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	actor TEXT NOT NULL, 
	act TEXT NOT NULL, 
	person TEXT NOT NULL, 
	note TEXT NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "people_deeds" VALUES(1,1789010800000,'operator root','operator','alice-cookie','');
INSERT INTO "people_deeds" VALUES(2,1789010800001,'operator account alice-cookie','ban','gus-cookie','He shouts.');
INSERT INTO "people_deeds" VALUES(3,1789010800002,'operator account alice-cookie','close_report','gus-cookie','r1');
INSERT INTO "people_deeds" VALUES(4,1789010800003,'operator root','link','carol-cookie','');
CREATE TABLE people_events (
	person TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	event TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, kind, event), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_events" VALUES('alice-cookie','weekly','2026-37',1789007200000);
CREATE TABLE people_follows (
	person TEXT NOT NULL, 
	followed TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, followed), 
	FOREIGN KEY(person) REFERENCES people (id), 
	FOREIGN KEY(followed) REFERENCES people (id)
);
INSERT INTO "people_follows" VALUES('alice-cookie','bob-cookie',1789007200000);
INSERT INTO "people_follows" VALUES('bob-cookie','alice-cookie',1789007200000);
INSERT INTO "people_follows" VALUES('erin-cookie','carol-cookie',1789007200000);
CREATE TABLE people_former_names (
	hash BLOB NOT NULL, 
	person TEXT, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_former_names" VALUES(X'C9A97C462F1550EECD4EE3773508930C1E7D2889A78CBE8E8762A97FF8170B3F','alice-cookie',1791595600000);
INSERT INTO "people_former_names" VALUES(X'232554CACE01D13701A849D11B0A87083EEF96BEFC90AA7A570F3D85CB149F0E',NULL,1791678400000);
CREATE TABLE people_invitations (
	id TEXT NOT NULL, 
	hash BLOB NOT NULL, 
	uses INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	made_at BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (hash)
);
INSERT INTO "people_invitations" VALUES('autumn',X'A3013C082C75EDC913598C3BAAC1AFA18F7633FE8F014896AB2F1A72FF83D8BA',5,1791595600000,1789003600000);
CREATE TABLE people_notices (
	person TEXT NOT NULL, 
	tab TEXT NOT NULL, 
	turn BIGINT NOT NULL, 
	told_at BIGINT NOT NULL, 
	PRIMARY KEY (person, tab), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_notices" VALUES('alice-cookie','table-of-the-tests-0001',3,1789007200000);
CREATE TABLE people_once (
	hash BLOB NOT NULL, 
	kind TEXT NOT NULL, 
	until BIGINT NOT NULL, 
	person TEXT, 
	note TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_once" VALUES(X'B1B1BDB480C61D075300D9BFF7D9CB69CF31695EA048E478FACADF426E8D0FB0','link',1789090000000,'alice-cookie','');
INSERT INTO "people_once" VALUES(X'E4FFFF278353F7715B891ED8728DFD984F8613BCC91D7917E716B0D24786CEC9','address',1789090000000,'carol-cookie','carol@home.example');
INSERT INTO "people_once" VALUES(X'FBF0AB2F74060D38C107D56B0BB1C0F82D6DFECD8F4750E849E691D1AB30FCAB','operator',1789097200000,'carol-cookie','');
CREATE TABLE people_outbox (
	id TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	address TEXT NOT NULL, 
	person TEXT, 
	language TEXT NOT NULL, 
	note TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	until BIGINT NOT NULL, 
	due BIGINT NOT NULL, 
	tries INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_outbox" VALUES('mail-Carol','confirm','carol@home.example','carol-cookie','fr','',1789003600000,1789025200000,1789003600000,0);
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
INSERT INTO "people_passkeys" VALUES(X'00000000000000000000000000000000000007EA','bob-cookie',X'A50102032620012158206EAD421A9DA94D61EB6CA3FACBEB6E967C2C0B4601A4F1336E57AD7C6300DB012258203E6682BD79A042C7F803CEE4834D4CC8ED29E21F317083EFA8470EEE832E2846',0,'club.example','Phone',1789000000000,NULL);
CREATE TABLE people_passwords (
	person TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_passwords" VALUES('alice-cookie','$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBhIHNhbXBsZQ$uUhuRMVnEbciFD0ryuV50k006BUQm26to4MCHMVUEeo',1789000000000);
INSERT INTO "people_passwords" VALUES('carol-cookie','$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBhIHNhbXBsZQ$uUhuRMVnEbciFD0ryuV50k006BUQm26to4MCHMVUEeo',1789000000002);
INSERT INTO "people_passwords" VALUES('dave-cookie','$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBhIHNhbXBsZQ$uUhuRMVnEbciFD0ryuV50k006BUQm26to4MCHMVUEeo',1789000000003);
INSERT INTO "people_passwords" VALUES('gus-cookie','$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBhIHNhbXBsZQ$uUhuRMVnEbciFD0ryuV50k006BUQm26to4MCHMVUEeo',1789000000004);
INSERT INTO "people_passwords" VALUES('bob-cookie','$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBhIHNhbXBsZQ$uUhuRMVnEbciFD0ryuV50k006BUQm26to4MCHMVUEeo',1789003600000);
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
INSERT INTO "people_pushes" VALUES('bob-cookie-1','bob-cookie','https://push.example/bob',X'7070707070707070707070707070707070707070707070707070707070707070707070707070707070707070707070707070707070707070707070707070707070',X'61616161616161616161616161616161',X'6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B','de',1789007200000);
CREATE TABLE people_reach (
	person TEXT NOT NULL, 
	is_hidden BOOLEAN NOT NULL, 
	choices TEXT, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_reach" VALUES('alice-cookie',0,'{"turn":"mail","time":"push","tournament":"push","friend":"off","invitation":"push","weekly":"mail"}');
INSERT INTO "people_reach" VALUES('dave-cookie',1,NULL);
CREATE TABLE people_recovery_codes (
	person TEXT NOT NULL, 
	hash BLOB NOT NULL, 
	PRIMARY KEY (person, hash), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_recovery_codes" VALUES('alice-cookie',X'E174E930CCEF2D9266EBF1F2B338F4DA9DBA55922CDC35F19511E9BD3B9DD8AA');
INSERT INTO "people_recovery_codes" VALUES('alice-cookie',X'7BDBA9D6C9DB47791D838C01255EF9F1FCBA6C51BE158E1A6C91B007066AA145');
INSERT INTO "people_recovery_codes" VALUES('alice-cookie',X'B833E64CBBB9048655DC7C564D701C9CC693D716FD517C539672DB4FAE583614');
INSERT INTO "people_recovery_codes" VALUES('bob-cookie',X'4A5D15635B31BA31A6DA4FAE5E0954474D32D4D956B11789568AEA0E4930891E');
INSERT INTO "people_recovery_codes" VALUES('bob-cookie',X'7647BABA80634CBDF33A11797592ECE8DB44D96755CA8A874DCBD73AFD67DA0D');
INSERT INTO "people_recovery_codes" VALUES('bob-cookie',X'8E1AB06E3DF3EC22591A2E2B48B6453F7B98B05BAA0A61492AC53AA56F8915FC');
INSERT INTO "people_recovery_codes" VALUES('carol-cookie',X'C395C8D7D03A026027C649D56C6613CDB7A974BC7BA03E4ECA93EC2C3B9FB442');
INSERT INTO "people_recovery_codes" VALUES('carol-cookie',X'FE65117D5B7AED1024932BE173C0F19EB253085C3E9E7D9F08D8D38D82F8055E');
INSERT INTO "people_recovery_codes" VALUES('carol-cookie',X'941B883FE755510A2796BAA2CAD1F36628ACF988DF4D0EF9EA212720A1571265');
INSERT INTO "people_recovery_codes" VALUES('dave-cookie',X'E3EB77AC42EA4151561EA5170F4FB0CC9E51ABB35B2B88B0B8D9CFA3AA346E74');
INSERT INTO "people_recovery_codes" VALUES('dave-cookie',X'2C148DFB8B5673CFA7878ABC185798E69CDCD6751776730F7C0C3BD411560453');
INSERT INTO "people_recovery_codes" VALUES('dave-cookie',X'3FFBCEA4AF53C34172B0A74693CCDD85F1CA5490E39DAD67545496D6EB135900');
INSERT INTO "people_recovery_codes" VALUES('gus-cookie',X'ED670927C1F10DBAEA2C17B10AF638EE1275DD0A3ADA8DF84E7611A177A1D3F4');
INSERT INTO "people_recovery_codes" VALUES('gus-cookie',X'2D58CEF6550B22FEC95D2B1DC20DA36EB685760755191867D161F9BE69D2B336');
INSERT INTO "people_recovery_codes" VALUES('gus-cookie',X'0A466F0BD81B8AC5C10133AAC7AE7DAE0DCF4A1DC505070572E9171209500603');
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
	tournament TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "people_reports" VALUES('r1',1789007200000,'carol-cookie','gus-cookie','Gus','table-of-the-tests-0008','["Boo"]','He shouts.',1789010800002,NULL);
INSERT INTO "people_reports" VALUES('r2',1789007200000,'erin-cookie','gus-cookie','Gus','','["Boo"]','Again.',NULL,'friday-cup');
CREATE TABLE people_schema (
	version_num TEXT NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "people_schema" VALUES('0032');
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
INSERT INTO "people_sessions" VALUES('alice-cookie-1',X'AD3F51F028AD86165750B66F691D8183F1BBABF213ED5963BCAA3F5046D05C71','alice-cookie',1789000000000,1789000000000,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('bob-cookie-1',X'E05587D833F220BAD57B11A91F1E59BAFA6BA2F9817E46E0BB8ECE91180BFCFB','bob-cookie',1789000000001,1789000000001,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('carol-cookie-1',X'58817EC368BC50EE9D0331DC89CEB3025AC4712996CC3E9F2792D00C3CCCBD70','carol-cookie',1789000000002,1789000000002,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('dave-cookie-1',X'C6F27E49752812FD5738DC4ACFD49CE4527BC2284B8D355F14801C5C71517FAE','dave-cookie',1789000000003,1789000000003,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('gus-cookie-1',X'0C8F9F47D8E6ACD0BFA8A8EFAA2A84E845650D23FBA7D308528889B06E137511','gus-cookie',1789000000004,1789000000004,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('erin-cookie-1',X'39C174EA705F0FBFBB24DFD413E87D8B2D6644C055ACD78882E46072934A239D','erin-cookie',1789003600000,1789003600000,'Firefox on Linux','guest',NULL);
INSERT INTO "people_sessions" VALUES('alice-2',X'7361E08428A82C7EA49A688682AE670218DA5C9A5FDA778B376AFF0E453E53A3','alice-cookie',1789003600000,1789003600000,'Safari on iOS','password',1789003600000);
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
INSERT INTO "people_tokens" VALUES('alice-bot',X'19C28A50B1A09097592E7CEDDB7E0771FF4D469747541A7536579EEF857E05CE','alice-cookie','My bot','read play',1789003600000,1789003600009);
CREATE TABLE people_vacations (
	person TEXT NOT NULL, 
	since BIGINT NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (person, since), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "people_vacations" VALUES('dave-cookie',1789007200000,1789093600000);
INSERT INTO "people_vacations" VALUES('dave-cookie',1789180000000,1789784800000);
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
INSERT INTO "puzzle_solvers" VALUES('alice-cookie','cinco',2.69737081677904839689e+01,3.79326534834791,3,2,1,1,NULL,NULL,0,0,0);
INSERT INTO "puzzle_solvers" VALUES('carol-cookie','cinqo',25.0,8.33333333333333392545e+00,1,1,1,1,NULL,NULL,0,0,0);
INSERT INTO "puzzle_solvers" VALUES('bob-cookie','cinco',27.0,5.48610561560800658043e+00,1,1,1,1,1789014400000,'two',1,0,1);
INSERT INTO "puzzle_solvers" VALUES('erin-cookie','cinco',23.0,5.48694226875699797574e+00,1,0,0,0,NULL,NULL,0,0,0);
CREATE TABLE puzzle_tries (
	person TEXT NOT NULL, 
	game TEXT NOT NULL, 
	puzzle TEXT NOT NULL, 
	is_found BOOLEAN NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, game, puzzle)
);
INSERT INTO "puzzle_tries" VALUES('alice-cookie','cinco','one',1,1789014400000);
INSERT INTO "puzzle_tries" VALUES('alice-cookie','cinco','two',0,1789014400000);
INSERT INTO "puzzle_tries" VALUES('alice-cookie','cinco','three',1,1789014400000);
INSERT INTO "puzzle_tries" VALUES('carol-cookie','cinqo','dice',1,1789014400000);
INSERT INTO "puzzle_tries" VALUES('bob-cookie','cinco','one',1,1789014400001);
INSERT INTO "puzzle_tries" VALUES('erin-cookie','cinco','four',0,1789014400000);
CREATE TABLE puzzles (
	game TEXT NOT NULL, 
	puzzle TEXT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	tries INTEGER NOT NULL, 
	found INTEGER NOT NULL, 
	PRIMARY KEY (game, puzzle)
);
INSERT INTO "puzzles" VALUES('cinco','one',2.43450459079398484618e+01,1.94234087004008326715e+00,2,2);
INSERT INTO "puzzles" VALUES('cinco','two',25.4,1.95649430157482129288e+00,1,0);
INSERT INTO "puzzles" VALUES('cinco','three',24.6,1.94685134239141577339e+00,1,1);
INSERT INTO "puzzles" VALUES('cinco','four',2.53370526924966235063e+01,1.97052570880697941468e+00,1,0);
CREATE TABLE puzzles_shown (
	game TEXT NOT NULL, 
	puzzle TEXT NOT NULL, 
	network TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (game, puzzle, network)
);
INSERT INTO "puzzles_shown" VALUES('cinco','four','abcd',1789014400000);
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
INSERT INTO "result_games" VALUES('tournament-table-00000001','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789090007000,1789090010000,'rounds',1);
INSERT INTO "result_games" VALUES('tournament-table-00000002','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789090007000,1789090011000,'rounds',1);
INSERT INTO "result_games" VALUES('tournament-table-00000003','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789090013000,1789090018000,'rounds',1);
INSERT INTO "result_games" VALUES('tournament-table-00000004','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789090013000,1789090018000,'rounds',1);
INSERT INTO "result_games" VALUES('tournament-table-00000005','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789093628000,1789093633000,'rounds',1);
INSERT INTO "result_games" VALUES('tournament-table-00000006','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789108054000,1789108058000,'rounds',1);
INSERT INTO "result_games" VALUES('tournament-table-00000007','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789108054000,1789108058000,'rounds',1);
INSERT INTO "result_games" VALUES('tournament-table-00000010','cinqo','rounds','{"game":"cinqo","players":4,"goal":"rounds","rounds":1,"first":0}',1,1789111665000,1789111675000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0001','cinco','three','{"game":"cinco","players":3,"teams":3,"joker":true,"first":null}',0,8000,101000,'five',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0002','cinco','two','{"game":"cinco","players":2,"teams":2,"joker":false,"first":0}',0,5000,32000,'agreed',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0003','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":2,"first":0}',0,5000,18000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0004','cinco','two-teams','{"game":"cinco","players":4,"teams":2,"joker":false,"first":0}',0,9000,17000,'resigned',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0005','cinqo','rounds','{"game":"cinqo","players":4,"goal":"rounds","rounds":1,"first":0}',0,13000,23000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0006','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":2,"first":0}',0,1790000000000,1790000096000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0007','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":2,"first":0}',0,1790000000000,1790205205600,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0008','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',0,1790000000000,1790000000000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0009','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',0,1790000060000,1790000060000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-day-cinqo','cinqo',NULL,'{"game":"cinqo","players":1,"goal":"hundred","rounds":5,"first":0}',0,1728003600000,1728003600000,'hundred',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0012','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":1}',0,2000,6000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0010','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',0,1790000000000,1789917210000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0011','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',0,1790000000000,1790039600000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0030','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789108000000,1789108005000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0031','cinco','two','{"game":"cinco","players":2,"teams":2,"joker":false,"first":0}',1,1789111600000,1789111727000,'five',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0032','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789115200000,1789115206000,'rounds',1);
INSERT INTO "result_games" VALUES('table-of-the-tests-0033','cinqo','rounds','{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0}',1,1789104400000,1789104404000,'rounds',1);
CREATE TABLE result_handles (
	handle TEXT NOT NULL, 
	person TEXT NOT NULL, 
	PRIMARY KEY (handle), 
	UNIQUE (person)
);
INSERT INTO "result_handles" VALUES('dH--u_t62VhyTul3','alice-cookie');
INSERT INTO "result_handles" VALUES('6ghyTz-7RmBITDJI','bob-cookie');
INSERT INTO "result_handles" VALUES('k23Y2t9G2Y0hk1Yk','carol-cookie');
INSERT INTO "result_handles" VALUES('98AGWw6n3le9ID85','dave-cookie');
INSERT INTO "result_handles" VALUES('vTRwl8nysm7PFTUv','gus-cookie');
INSERT INTO "result_handles" VALUES('gqHyeA49J7WPoq_9','hal-cookie');
INSERT INTO "result_handles" VALUES('5hEKuJs4DjKITfsB','finn-cookie');
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
INSERT INTO "result_ratings" VALUES('bob-cookie','cinqo','rounds',2.46255413469396344794e+01,8.17081824004529622129e+00,7,1789115206000);
INSERT INTO "result_ratings" VALUES('carol-cookie','cinqo','rounds',2.55372897626916568465e+01,8.18753295550115289813e+00,5,1789111675000);
INSERT INTO "result_ratings" VALUES('alice-cookie','cinqo','rounds',2.46312580986117417585e+01,8.14376395388880247594e+00,8,1789115206000);
INSERT INTO "result_ratings" VALUES('dave-cookie','cinqo','rounds',2.52461487234994095283e+01,8.21550068869571,4,1789111675000);
INSERT INTO "result_ratings" VALUES('alice-cookie','cinco','two',2.51214387478439142857e+01,8.32101007046942697797e+00,1,1789111727000);
INSERT INTO "result_ratings" VALUES('bob-cookie','cinco','two',2.48785612521560857142e+01,8.32101007046942697797e+00,1,1789111727000);
CREATE TABLE result_rerating (
	game TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	ended_at BIGINT NOT NULL, 
	tab TEXT NOT NULL, 
	PRIMARY KEY (game, kind)
);
INSERT INTO "result_rerating" VALUES('cinqo','rounds',1789104404000,'table-of-the-tests-0033');
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
INSERT INTO "result_seats" VALUES('tournament-table-00000001',0,0,'bob-cookie','Bob',NULL,'lost',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789090010000,25.0,8.33333333333333392545e+00,2.48785612521560857142e+01,8.32101007046942697797e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000001',1,1,'carol-cookie','Carol',NULL,'won',0,'{"best_turn":3,"fives":0,"points":3,"rounds":1}',1789090010000,25.0,8.33333333333333392545e+00,2.51214387478439142857e+01,8.32101007046942697797e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000002',0,0,'alice-cookie','Alice',NULL,'lost',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789090011000,25.0,8.33333333333333392545e+00,2.48785612521560857142e+01,8.32101007046942697797e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000002',1,1,'dave-cookie','Dave',NULL,'won',0,'{"best_turn":3,"fives":0,"points":3,"rounds":1}',1789090011000,25.0,8.33333333333333392545e+00,2.51214387478439142857e+01,8.32101007046942697797e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000003',0,0,'dave-cookie','Dave',NULL,'drew',0,'{"best_turn":3,"fives":0,"points":3,"rounds":1}',1789090018000,2.51214387478439142857e+01,8.32101007046942697797e+00,2.51191951026757855905e+01,8.29635161924973374425e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000003',1,1,'bob-cookie','Bob',NULL,'drew',0,'{"best_turn":3,"fives":0,"points":3,"rounds":1}',1789090018000,2.48785612521560857142e+01,8.32101007046942697797e+00,2.48808048973242144094e+01,8.29635161924973374425e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000004',0,0,'carol-cookie','Carol',NULL,'won',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789090018000,2.51214387478439142857e+01,8.32101007046942697797e+00,2.53623602772188512228e+01,8.29635161924973374425e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000004',1,1,'alice-cookie','Alice',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789090018000,2.48785612521560857142e+01,8.32101007046942697797e+00,2.46376397227811487771e+01,8.29635161924973374425e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000005',0,0,'alice-cookie','Alice',NULL,'drew',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789093633000,2.46376397227811487771e+01,8.29635161924973374425e+00,2.4646046111229875208e+01,8.26551471976234886085e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000005',1,1,'carol-cookie','Carol',NULL,'drew',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789093633000,2.53623602772188512228e+01,8.29635161924973374425e+00,2.53539538887701247919e+01,8.26551471976234886085e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000006',0,0,'carol-cookie','Carol',NULL,'won',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789108058000,2.53539538887701247919e+01,8.26551471976234886085e+00,2.57832858932253223822e+01,8.22076351895338497399e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000006',1,1,'alice-cookie','Alice',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789108058000,2.46492999418802476445e+01,8.22887436472805688936e+00,2.43118838760352318217e+01,8.19402397540645743845e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000007',0,0,'dave-cookie','Dave',NULL,'won',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789108058000,2.51191951026757855905e+01,8.29635161924973374425e+00,2.54211075267492141453e+01,8.26549338952658452228e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000007',1,1,'bob-cookie','Bob',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789108058000,2.48808048973242144094e+01,8.29635161924973374425e+00,2.45788924732507858546e+01,8.26549338952658452228e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000010',0,0,'carol-cookie','Carol',NULL,'lost',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789111675000,2.56937535661822806791e+01,8.2302215483941,2.55372897626916568465e+01,8.18753295550115289813e+00,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000010',1,1,'dave-cookie','Dave',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789111675000,2.54211075267492141453e+01,8.26549338952658452228e+00,2.52461487234994095283e+01,8.21550068869571,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000010',2,2,'bob-cookie','Bob',NULL,'won',0,'{"best_turn":3,"fives":0,"points":3,"rounds":1}',1789111675000,2.45788924732507858546e+01,8.26549338952658452228e+00,2.50831544301823647922e+01,8.21550068869571,NULL);
INSERT INTO "result_seats" VALUES('tournament-table-00000010',3,3,'alice-cookie','Alice',NULL,'lost',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789111675000,2.43062464338177193208e+01,8.2302215483941,2.41798442929742378741e+01,8.18753295550115289813e+00,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0001',0,0,'alice-cookie','Alice',NULL,'lost',0,'{"tokens":17,"turns":91}',101000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0001',1,1,'bob-cookie','Bob',NULL,'won',1,'{"tokens":17,"turns":91}',101000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0001',2,2,NULL,NULL,'random','lost',0,'{"tokens":17,"turns":91}',101000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0002',0,0,'alice-cookie','Alice',NULL,'drew',0,'{"tokens":7,"turns":21}',32000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0002',1,1,'bob-cookie','Bob',NULL,'drew',0,'{"tokens":7,"turns":21}',32000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0003',0,0,'alice-cookie','Alice',NULL,'drew',0,'{"best_turn":3,"fives":0,"points":4,"rounds":2}',18000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0003',1,1,'bob-cookie','Bob',NULL,'drew',0,'{"best_turn":3,"fives":0,"points":4,"rounds":2}',18000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0004',0,0,'alice-cookie','Alice',NULL,'won',0,'{"tokens":3,"turns":6}',17000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0004',1,1,'bob-cookie','Bob',NULL,'lost',0,'{"tokens":3,"turns":6}',17000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0004',2,0,'carol-cookie','Carol',NULL,'won',0,'{"tokens":3,"turns":6}',17000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0004',3,1,'dave-cookie','Dave',NULL,'lost',0,'{"tokens":3,"turns":6}',17000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0005',0,0,'alice-cookie','Alice',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',23000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0005',1,1,'bob-cookie','Bob',NULL,'won',0,'{"best_turn":18,"fives":0,"points":18,"rounds":1}',23000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0005',2,2,'carol-cookie','Carol',NULL,'lost',0,'{"best_turn":3,"fives":0,"points":3,"rounds":1}',23000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0005',3,3,'dave-cookie','Dave',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',23000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0006',0,0,'alice-cookie','Alice',NULL,'lost',1,'{"best_turn":2,"fives":0,"points":3,"rounds":2}',1790000096000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0006',1,1,'bob-cookie','Bob',NULL,'won',0,'{"best_turn":9,"fives":0,"points":10,"rounds":2}',1790000096000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0007',0,0,'alice-cookie','Alice',NULL,'lost',2,'{"best_turn":3,"fives":0,"points":5,"rounds":2}',1790205205600,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0007',1,1,'bob-cookie','Bob',NULL,'won',0,'{"best_turn":6,"fives":0,"points":7,"rounds":2}',1790205205600,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0008',0,0,'alice-cookie','Alice',NULL,'drew',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1790000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0008',1,1,'bob-cookie','Bob',NULL,'drew',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1790000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0009',0,0,'alice-cookie','Alice',NULL,'won',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1790000060000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0009',1,1,'bob-cookie','Bob',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1790000060000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-day-cinqo',0,0,'alice-cookie','Alice',NULL,'won',0,'{"best_turn":10,"fives":0,"points":103,"rounds":37}',1728003600000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0012',0,0,'alice-cookie','Alice',NULL,'drew',0,'{"best_turn":3,"fives":0,"points":3,"rounds":1}',6000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0012',1,1,NULL,NULL,'random','drew',0,'{"best_turn":3,"fives":0,"points":3,"rounds":1}',6000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0010',0,0,'alice-cookie','Alice',NULL,'won',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789917210000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0010',1,1,'bob-cookie','Bob',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789917210000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0011',0,0,'alice-cookie','Alice',NULL,'won',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1790039600000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0011',1,1,'bob-cookie','Bob',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1790039600000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0030',0,0,'alice-cookie','Alice',NULL,'drew',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789108005000,2.4646046111229875208e+01,8.26551471976234886085e+00,2.46492999418802476445e+01,8.22887436472805688936e+00,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0030',1,1,'bob-cookie','Bob',NULL,'drew',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789108005000,2.48808048973242144094e+01,8.29635161924973374425e+00,2.48764013533139767271e+01,8.24638334042768406106e+00,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0031',0,0,'alice-cookie','Alice',NULL,'won',0,'{"tokens":30,"turns":127}',1789111727000,25.0,8.33333333333333392545e+00,2.51214387478439142857e+01,8.32101007046942697797e+00,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0031',1,1,'bob-cookie','Bob',NULL,'lost',0,'{"tokens":28,"turns":127}',1789111727000,25.0,8.33333333333333392545e+00,2.48785612521560857142e+01,8.32101007046942697797e+00,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0032',0,0,'alice-cookie','Alice',NULL,'won',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789115206000,2.41798442929742378741e+01,8.18753295550115289813e+00,2.46312580986117417585e+01,8.14376395388880247594e+00,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0032',1,1,'bob-cookie','Bob',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789115206000,2.50831544301823647922e+01,8.21550068869571,2.46255413469396344794e+01,8.17081824004529622129e+00,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0033',0,0,'alice-cookie','Alice',NULL,'won',0,'{"best_turn":2,"fives":0,"points":2,"rounds":1}',1789104404000,2.4646046111229875208e+01,8.26551471976234886085e+00,2.50127399961000378429e+01,8.22887436472805688936e+00,NULL);
INSERT INTO "result_seats" VALUES('table-of-the-tests-0033',1,1,'bob-cookie','Bob',NULL,'lost',0,'{"best_turn":1,"fives":0,"points":1,"rounds":1}',1789104404000,2.48808048973242144094e+01,8.29635161924973374425e+00,2.4384542849966205579e+01,8.24638334042768406106e+00,NULL);
CREATE TABLE reviews (
	tab TEXT NOT NULL, 
	version TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	body BLOB, 
	PRIMARY KEY (tab)
);
INSERT INTO "reviews" VALUES('table-of-the-tests-0002','sample',1789000000000,X'789C558ECD0AC2400C84DF25E7457AD04B5F4544424CB7C16CB6EC8F0AE2BB9BB678F01098F93219F286BBD80D4628FC107E42802997840DC6638088897D4562947DC316C55650312DCA4EAAA4AED8245B8571704FA8DBC58C466B805F48DE35A1560EB0A8F01ECCBD515ECBADABFA5DC3E2B1F37038059F4BF0776AD77F140B2EB31397AD17138BD7258BB5BAB3CAF893346721DECCE70B0B9B48B0');
INSERT INTO "reviews" VALUES('table-of-the-tests-0008','sample',1789000000001,NULL);
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
INSERT INTO "seekers" VALUES('erin-cookie','Erin','cinqo',2,1500,300,1789007200000,1789007200001);
CREATE TABLE tournament_acts (
	tournament TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	host TEXT NOT NULL, 
	act TEXT NOT NULL, 
	person TEXT NOT NULL, 
	line BIGINT, 
	PRIMARY KEY (tournament, number), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "tournament_acts" VALUES('friday-cup',3,1789090021002,'bob-cookie','remove','carol-cookie',2);
INSERT INTO "tournament_acts" VALUES('friday-cup',4,1789090021003,'bob-cookie','silence','carol-cookie',NULL);
CREATE TABLE tournament_apart (
	tournament TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	PRIMARY KEY (tournament, number, player), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "tournament_apart" VALUES('friday-cup',1,1,1);
INSERT INTO "tournament_apart" VALUES('friday-cup',1,2,1);
CREATE TABLE tournament_games (
	tournament TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	second INTEGER, 
	third INTEGER, 
	fourth INTEGER, 
	tab TEXT, 
	began BIGINT NOT NULL, 
	is_made BOOLEAN NOT NULL, 
	PRIMARY KEY (tournament, round, board), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	UNIQUE (tab)
);
INSERT INTO "tournament_games" VALUES('friday-cup',1,1,2,3,NULL,NULL,'tournament-table-00000001',1789090007000,1);
INSERT INTO "tournament_games" VALUES('friday-cup',1,2,1,4,NULL,NULL,'tournament-table-00000002',1789090007000,1);
INSERT INTO "tournament_games" VALUES('friday-cup',2,1,4,2,NULL,NULL,'tournament-table-00000003',1789090013000,1);
INSERT INTO "tournament_games" VALUES('friday-cup',2,2,3,1,NULL,NULL,'tournament-table-00000004',1789090013000,1);
INSERT INTO "tournament_games" VALUES('long-ladder',1,5,1,3,NULL,NULL,'tournament-table-00000005',1789093628000,1);
INSERT INTO "tournament_games" VALUES('a-knockout',1,1,3,1,NULL,NULL,'tournament-table-00000006',1789108054000,1);
INSERT INTO "tournament_games" VALUES('a-knockout',1,2,4,2,NULL,NULL,'tournament-table-00000007',1789108054000,1);
INSERT INTO "tournament_games" VALUES('a-knockout',2,1,3,4,NULL,NULL,'tournament-table-00000008',1789108060000,0);
INSERT INTO "tournament_games" VALUES('a-knockout',2,2,2,1,NULL,NULL,'tournament-table-00000009',1789108060000,0);
INSERT INTO "tournament_games" VALUES('a-table_swiss',1,1,3,4,2,1,'tournament-table-00000010',1789111665000,1);
INSERT INTO "tournament_games" VALUES('a-table_swiss',2,1,1,2,4,3,'tournament-table-00000011',1789111677000,0);
INSERT INTO "tournament_games" VALUES('a-team_swiss',1,1,3,1,NULL,NULL,'tournament-table-00000012',1789118888000,1);
INSERT INTO "tournament_games" VALUES('a-team_swiss',1,2,4,2,NULL,NULL,'tournament-table-00000013',1789118888000,1);
INSERT INTO "tournament_games" VALUES('a-team_round_robin',1,1,1,3,NULL,NULL,'tournament-table-00000014',1789122495000,1);
INSERT INTO "tournament_games" VALUES('a-team_round_robin',1,2,2,4,NULL,NULL,'tournament-table-00000015',1789122495000,1);
CREATE TABLE tournament_hosts (
	tournament TEXT NOT NULL, 
	person TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (tournament, person), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "tournament_hosts" VALUES('friday-cup','bob-cookie',1);
CREATE TABLE tournament_lines (
	tournament TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	person TEXT NOT NULL, 
	phrase TEXT, 
	said TEXT, 
	PRIMARY KEY (tournament, number), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "tournament_lines" VALUES('friday-cup',1,1789090021000,'alice-cookie','good-game',NULL);
INSERT INTO "tournament_lines" VALUES('friday-cup',2,1789090021001,'carol-cookie',NULL,'Merci à vous tous 👋');
CREATE TABLE tournament_matches (
	tournament TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	home INTEGER NOT NULL, 
	away INTEGER, 
	PRIMARY KEY (tournament, round, number), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "tournament_matches" VALUES('a-team_swiss',1,1,2,1);
INSERT INTO "tournament_matches" VALUES('a-team_round_robin',1,1,1,2);
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
INSERT INTO "tournament_players" VALUES('friday-cup',1,'alice-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('friday-cup',2,'bob-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('friday-cup',3,'carol-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('friday-cup',4,'dave-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('long-ladder',1,'alice-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('long-ladder',2,'bob-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('long-ladder',3,'carol-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('long-ladder',4,'dave-cookie',1,1,0);
INSERT INTO "tournament_players" VALUES('a-swiss',1,'alice-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-swiss',2,'bob-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-swiss',3,'carol-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-swiss',4,'dave-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-round_robin',1,'alice-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-round_robin',2,'bob-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-round_robin',3,'carol-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-round_robin',4,'dave-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-double_round_robin',1,'alice-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-double_round_robin',2,'bob-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-double_round_robin',3,'carol-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-double_round_robin',4,'dave-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-knockout',1,'alice-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-knockout',2,'bob-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-knockout',3,'carol-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-knockout',4,'dave-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-table_swiss',1,'alice-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-table_swiss',2,'bob-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-table_swiss',3,'carol-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-table_swiss',4,'dave-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-table_round_robin',1,'alice-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-table_round_robin',2,'bob-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-table_round_robin',3,'carol-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-table_round_robin',4,'dave-cookie',0,0,0);
INSERT INTO "tournament_players" VALUES('a-team_swiss',1,'alice-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-team_swiss',2,'bob-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-team_swiss',3,'carol-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-team_swiss',4,'dave-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-team_round_robin',1,'alice-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-team_round_robin',2,'bob-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-team_round_robin',3,'carol-cookie',1,0,0);
INSERT INTO "tournament_players" VALUES('a-team_round_robin',4,'dave-cookie',1,0,0);
CREATE TABLE tournament_rulings (
	tournament TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	person TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	before_first INTEGER, 
	before_second INTEGER, 
	before_third INTEGER, 
	before_fourth INTEGER, 
	after_first INTEGER, 
	after_second INTEGER, 
	after_third INTEGER, 
	after_fourth INTEGER, 
	PRIMARY KEY (tournament, number), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "tournament_rulings" VALUES('friday-cup',1,1789090021000,'bob-cookie',2,1,1,1,NULL,NULL,1,1,NULL,NULL);
CREATE TABLE tournament_steps (
	tournament TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	player INTEGER NOT NULL, 
	other INTEGER, 
	challenge INTEGER, 
	PRIMARY KEY (tournament, number), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "tournament_steps" VALUES('long-ladder',1,1789093626000,'join',1,NULL,NULL);
INSERT INTO "tournament_steps" VALUES('long-ladder',2,1789093626000,'join',2,NULL,NULL);
INSERT INTO "tournament_steps" VALUES('long-ladder',3,1789093626000,'join',3,NULL,NULL);
INSERT INTO "tournament_steps" VALUES('long-ladder',4,1789093626000,'join',4,NULL,NULL);
INSERT INTO "tournament_steps" VALUES('long-ladder',5,1789093627000,'challenge',3,1,NULL);
INSERT INTO "tournament_steps" VALUES('long-ladder',6,1789093628000,'accept',3,1,5);
INSERT INTO "tournament_steps" VALUES('long-ladder',7,1789093636000,'leave',4,NULL,NULL);
INSERT INTO "tournament_steps" VALUES('long-ladder',8,1789093637000,'challenge',2,1,NULL);
CREATE TABLE tournament_teams (
	tournament TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	players TEXT NOT NULL, 
	PRIMARY KEY (tournament, number), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "tournament_teams" VALUES('a-team_swiss',1,'Reds','[1,4]');
INSERT INTO "tournament_teams" VALUES('a-team_swiss',2,'Blues','[3,2]');
INSERT INTO "tournament_teams" VALUES('a-team_round_robin',1,'Reds','[1,4]');
INSERT INTO "tournament_teams" VALUES('a-team_round_robin',2,'Blues','[3,2]');
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
	talk BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tournaments" VALUES('friday-cup',18,'alice-cookie','Friday Cup','{"name":"","format":"swiss","options":{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":2,"rated":true,"most":64,"wait":180,"pause":0,"by_hand":false,"listed":false,"boards":null,"reach":null,"answer":null,"ends":null,"begins":null}','ended',2,2,1789090000000,1789090019000,NULL,NULL,0,4);
INSERT INTO "tournaments" VALUES('long-ladder',13,'alice-cookie','Long Ladder','{"name":"","format":"ladder","options":{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"daily","hours":24},"rounds":null,"rated":true,"most":64,"wait":86400,"pause":0,"by_hand":false,"listed":true,"boards":null,"reach":3,"answer":72,"ends":null,"begins":null}','playing',1,NULL,1789093621000,1789093637000,NULL,1789097237000,1,0);
INSERT INTO "tournaments" VALUES('a-swiss',5,'alice-cookie','A swiss','{"name":"","format":"swiss","options":{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":64,"wait":180,"pause":0,"by_hand":false,"listed":true,"boards":null,"reach":null,"answer":null,"ends":null,"begins":1789266437000}','open',0,NULL,1789097237000,1789097241000,1789266437000,1789266437000,1,0);
INSERT INTO "tournaments" VALUES('a-round_robin',5,'alice-cookie','A round_robin','{"name":"","format":"round_robin","options":{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":64,"wait":180,"pause":0,"by_hand":false,"listed":true,"boards":null,"reach":null,"answer":null,"ends":null,"begins":1789270041000}','open',0,NULL,1789100841000,1789100845000,1789270041000,1789270041000,1,0);
INSERT INTO "tournaments" VALUES('a-double_round_robin',5,'alice-cookie','A double_round_robin','{"name":"","format":"double_round_robin","options":{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":64,"wait":180,"pause":0,"by_hand":false,"listed":true,"boards":null,"reach":null,"answer":null,"ends":null,"begins":1789273645000}','open',0,NULL,1789104445000,1789104449000,1789273645000,1789273645000,1,0);
INSERT INTO "tournaments" VALUES('a-knockout',11,'alice-cookie','A knockout','{"name":"","format":"knockout","options":{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":64,"wait":180,"pause":0,"by_hand":false,"listed":false,"boards":null,"reach":null,"answer":null,"ends":null,"begins":null}','playing',2,2,1789108049000,1789108060000,NULL,1789108060000,0,0);
INSERT INTO "tournaments" VALUES('a-table_swiss',10,'alice-cookie','A table_swiss','{"name":"","format":"table_swiss","options":{"game":"cinqo","players":4,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":64,"wait":180,"pause":0,"by_hand":false,"listed":false,"boards":null,"reach":null,"answer":null,"ends":null,"begins":null}','playing',2,3,1789111660000,1789111677000,NULL,1789111677000,0,0);
INSERT INTO "tournaments" VALUES('a-table_round_robin',5,'alice-cookie','A table_round_robin','{"name":"","format":"table_round_robin","options":{"game":"cinqo","players":4,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":64,"wait":180,"pause":0,"by_hand":false,"listed":true,"boards":null,"reach":null,"answer":null,"ends":null,"begins":1789284477000}','open',0,NULL,1789115277000,1789115281000,1789284477000,1789284477000,1,0);
INSERT INTO "tournaments" VALUES('a-team_swiss',9,'alice-cookie','A team_swiss','{"name":"","format":"team_swiss","options":{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":64,"wait":180,"pause":0,"by_hand":false,"listed":false,"boards":2,"reach":null,"answer":null,"ends":null,"begins":null}','playing',1,1,1789118881000,1789118888000,NULL,1789291688000,0,0);
INSERT INTO "tournaments" VALUES('a-team_round_robin',9,'alice-cookie','A team_round_robin','{"name":"","format":"team_round_robin","options":{"game":"cinqo","players":2,"goal":"rounds","rounds":1,"first":0},"pace":{"type":"live","total":300,"increment":10},"rounds":null,"rated":true,"most":64,"wait":180,"pause":0,"by_hand":false,"listed":false,"boards":2,"reach":null,"answer":null,"ends":null,"begins":null}','playing',1,1,1789122488000,1789122495000,NULL,1789295295000,0,0);
CREATE INDEX club_nights_next ON club_nights (club, begins);
CREATE INDEX club_tables_newest ON club_tables (club, made_at);
CREATE INDEX day_attempts_person ON day_attempts (person, day);
CREATE INDEX ix_club_announcements_club ON club_announcements (club);
CREATE INDEX ix_club_announcements_person ON club_announcements (person);
CREATE INDEX ix_club_links_club ON club_links (club);
CREATE INDEX ix_club_links_person ON club_links (person);
CREATE INDEX ix_club_members_person ON club_members (person);
CREATE INDEX ix_clubs_listed ON clubs (listed);
CREATE INDEX ix_people_addresses_address_key ON people_addresses (address_key);
CREATE INDEX ix_people_alerts_until ON people_alerts (until);
CREATE INDEX ix_people_became ON people (became);
CREATE INDEX ix_people_blocks_blocked ON people_blocks (blocked);
CREATE INDEX ix_people_deeds_person ON people_deeds (person);
CREATE INDEX ix_people_deleted_at ON people (deleted_at);
CREATE INDEX ix_people_events_at ON people_events (at);
CREATE INDEX ix_people_follows_followed ON people_follows (followed);
CREATE INDEX ix_people_former_names_person ON people_former_names (person);
CREATE INDEX ix_people_former_names_until ON people_former_names (until);
CREATE INDEX ix_people_invitations_until ON people_invitations (until);
CREATE INDEX ix_people_notices_told_at ON people_notices (told_at);
CREATE INDEX ix_people_once_person ON people_once (person);
CREATE INDEX ix_people_once_until ON people_once (until);
CREATE INDEX ix_people_outbox_due ON people_outbox (due);
CREATE INDEX ix_people_outbox_person ON people_outbox (person);
CREATE INDEX ix_people_passkeys_person ON people_passkeys (person);
CREATE INDEX ix_people_pushes_person ON people_pushes (person);
CREATE INDEX ix_people_reports_closed_at ON people_reports (closed_at);
CREATE INDEX ix_people_reports_person ON people_reports (person);
CREATE INDEX ix_people_reports_reported ON people_reports (reported);
CREATE INDEX ix_people_sessions_person ON people_sessions (person);
CREATE INDEX ix_people_sessions_seen_at ON people_sessions (seen_at);
CREATE INDEX ix_people_tokens_person ON people_tokens (person);
CREATE INDEX ix_puzzles_shown_at ON puzzles_shown (at);
CREATE INDEX ix_tournament_hosts_person ON tournament_hosts (person);
CREATE INDEX ix_tournament_lines_person ON tournament_lines (person);
CREATE INDEX ix_tournament_players_person ON tournament_players (person);
CREATE INDEX ix_tournaments_due ON tournaments (due);
CREATE INDEX people_seen ON people (seen_at, id);
CREATE INDEX people_untouched ON people (has_played, seen_at);
CREATE INDEX result_games_ended ON result_games (ended_at, tab);
CREATE INDEX result_games_rated ON result_games (game, kind, is_rated, ended_at, tab);
CREATE INDEX result_ratings_best ON result_ratings (game, kind, mu);
CREATE INDEX result_seats_person ON result_seats (person, ended_at, tab);
CREATE INDEX reviews_age ON reviews (made_at, tab);
CREATE INDEX tournament_steps_at ON tournament_steps (at);
CREATE INDEX tournaments_host ON tournaments (person, status);
CREATE INDEX tournaments_listed ON tournaments (listed, status);
CREATE UNIQUE INDEX tournament_players_once ON tournament_players (tournament, person);
COMMIT;
