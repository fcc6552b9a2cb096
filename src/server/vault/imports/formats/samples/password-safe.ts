import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'password-safe',
    'two versions of times',
    3,
    `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/xsl" href="pwsafe.xsl"?>

<passwordsafe
delimiter="»"
Database="C:\\coffre.psafe3"
ToUser="Élodie"
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
xsi:noNamespaceSchemaLocation="pwsafe.xsd">

	<entry id="1">
		<group><![CDATA[Ville.Réseau]]></group>
		<title><![CDATA[Routeur]]></title>
		<username><![CDATA[root]]></username>
		<password><![CDATA[ a]]]]><![CDATA[>é&lt; ]]></password>
		<url><![CDATA[https://10.0.0.1/]]></url>
		<autotype><![CDATA[\\u\\t\\p\\n]]></autotype>
		<notes><![CDATA[une»deux]]></notes>
		<uuid><![CDATA[00010203-0405-0607-0809-0A0B0C0D0E0F]]></uuid>
		<xtimex>2027-05-01T09:00:00</xtimex>
		<pmtimex>2026-03-01T10:00:00</pmtimex>
		<pwhistory>
			<status>1</status><max>3</max><num>2</num>
			<history_entries>
				<history_entry num="1"><changedx>2025-01-01T10:00:00</changedx><oldpassword><![CDATA[premier]]></oldpassword></history_entry>
				<history_entry num="2"><changedx>2025-06-01T10:00:00</changedx><oldpassword><![CDATA[deuxième]]></oldpassword></history_entry>
			</history_entries>
		</pwhistory>
		<runcommand><![CDATA[ssh root@10.0.0.1]]></runcommand>
		<email><![CDATA[reseau@exemple.fr]]></email>
	</entry>

	<entry id="2">
		<title><![CDATA[Alias]]></title>
		<password><![CDATA[[[Ville.Réseau:Routeur:root]]]]></password>
		<uuid><![CDATA[101112131415161718191a1b1c1d1e1f]]></uuid>
		<xtime><date>2027-06-01</date><time>00:00:00</time></xtime>
	</entry>

	<entry id="3">
		<title><![CDATA[Raccourci]]></title>
		<password><![CDATA[[~Ville.Réseau:Routeur:root~]]]></password>
	</entry>
</passwordsafe>
`,
  ),
]
