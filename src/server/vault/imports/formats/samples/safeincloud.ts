import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'safeincloud-xml',
    'labels, a card, a template and the bin',
    4,
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<database>    <!-- LABELS -->
    <label name="Réseau" id="10"></label>
    <label name="Vieux" id="20"></label>
    <card title="Site web" id="102" symbol="web_site" color="gray" template="true"><field name="Login" type="login"></field></card>
    <card title="Routeur" id="1" symbol="server" star="true" time_stamp="1700000000000" first_stamp="1500000000000">
        <field name="Hôte" type="text">10.0.0.2</field>
        <field name="Login" type="login">admin</field>
        <field name="Second" type="login">root</field>
        <field name="Mot de passe" type="password" history="{&quot;1500000000000&quot;:&quot;&quot;,&quot;1600000000000&quot;:&quot;ancien&quot;}"> nouveau&lt;é </field>
        <field name="Mot de passe 2" type="password">autre</field>
        <field name="PIN" type="pin">1234</field>
        <field name="Secret" type="secret">caché</field>
        <field name="Remarques" type="text">ligne 1
ligne 2</field>
        <field name="2FA" type="one_time_password">JBSW Y3DP EHPK 3PXP</field>
        <field name="Site" type="website">https://10.0.0.2/</field>
        <field name="E-mail" type="email">reseau@exemple.fr</field>
        <field name="Achat" type="date">2024-02-01</field>
        <field name="Vide" type="text" />
        <notes>une note</notes>
        <label_id>10</label_id><label_id>20</label_id><label_id>99</label_id>
        <image>iVBORw0KGgo=</image>
        <file name="plan.txt">w6l0w6k=</file>
    </card>
    <card title="Visa" id="205" symbol="visa" time_stamp="1615910280931">
        <field name="Numéro" type="number" autofill="cc-number">5555123456789000</field>
        <field name="Titulaire" type="text">Élodie Durand</field>
        <field name="Expire" type="expiry">02/28</field>
        <field name="CVV" type="pin">555</field>
    </card>
    <card title="Note" id="206" type="note"><notes>texte</notes></card>
    <card title="Jeté" id="3" deleted="true"><field name="Password" type="password">x</field><label_id>20</label_id></card>
    <ghost id="2" time_stamp="1615910263225"></ghost>
</database>
`,
  ),
]
