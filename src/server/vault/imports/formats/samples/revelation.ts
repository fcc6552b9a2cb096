import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'revelation',
    'Revelation',
    3,
    `<?xml version="1.0" encoding="utf-8"?>
<revelationdata version="0.4.14" dataversion="1">
	<entry type="folder">
		<name>Réseau</name><description>Salle</description><updated>1546300800</updated><notes>serveur</notes>
		<entry type="shell">
			<name>Routeur</name><description>Cœur</description><updated>1546300800</updated><notes>une note</notes>
			<field id="generic-hostname">10.0.0.1</field><field id="generic-domain">ville</field>
			<field id="generic-username">root</field><field id="generic-password"> é&amp;1 </field>
			<field id="generic-nouveau">inconnu</field>
		</entry>
		<entry type="folder"><name>Vide</name></entry>
	</entry>
	<entry type="creditcard">
		<name>Carte</name>
		<field id="creditcard-cardtype">Visa</field><field id="creditcard-cardnumber">5555123456789000</field>
		<field id="creditcard-expirydate">02/28</field><field id="creditcard-ccv">555</field><field id="generic-pin">1111</field>
	</entry>
	<entry type="website"><name>Site</name><field id="generic-url">https://exemple.fr/</field><field id="generic-email">a@exemple.fr</field><field id="generic-password">x</field></entry>
</revelationdata>`,
  ),
  textSample(
    'revelation',
    'FPM',
    1,
    `<?xml version="1.0"?>
<FPM full_version="00.58.00" min_version="00.58.00" display_version="00.58.00">
<KeyInfo salt="" vstring=""/>
<LauncherList><LauncherItem><title>ssh</title><cmdline>ssh %h</cmdline></LauncherItem></LauncherList>
<PasswordList>
<PasswordItem><title>Serveur</title><user>root</user><url>https://exemple.fr/</url><password>é&lt;1</password><notes>une
deux</notes><category>Réseau</category><launcher>ssh</launcher></PasswordItem>
</PasswordList>
</FPM>`,
  ),
]
