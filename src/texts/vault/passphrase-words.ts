/**
 * The words of generated master keys: common French nouns of four to nine letters without accents. They are
 * typed alike on every keyboard and understood over the telephone. 4096 words give 12 bits each. Names of
 * people and offensive words are left out. Loaded when a key is generated.
 */
export const passphraseWordList: readonly string[] = `
abaisse abandon abat abattage abattu abbatiale abbesse abdomen abeille ablation abolition abordage about abri
absence absent absente abside absolu absolue absorbant abstrait absurde acacia acajou acanthe accalmie accent
acceptant acception accession accolade accompli accroc accroche accru accrue accueil accusatif achat acheteur acide
acier acompte acquis acquit acronyme acropole acrylique acte acteur actif activant active activisme actrice adagio
addiction additif addition adduction adieu adjectif adjoint adjointe adjudant admis admise admission adobe adoptant
adoptif adoption adoptive adoration ados adresse affectif affection affective affichage affiche affinage affluence
affluent afflux affranchi affreuse affreux affront afrikaans agace agave agence agenda agitation agneau agora
agrafeuse agressif agronomie aidant aigre aigrette aigri aigu aiguille aiguillon aile aileron ailier aimant aine
airbus aire aisance aise ajout ajoute alarme albatros alcazar alchimie alentour alerte alfa algue aliment allant
allegro allergie alliage alliance alligator allonge allumage allumette allure allusion almanach alouette alpe alpha
alphabet alpinisme altesse altruisme alumine aluminium amalgame amande amarrage amazone ambassade ambiance ambigu
ambitieux ambition ambulance ambulant ambulante amende amer amertume amiante amicale amidon amiral ammonium amnistie
amont amorce amoureuse amphibie ampleur amplitude ampoule amulette amusant amusement analogie analysant analyse
ananas anarchie anatomie anche anchois ancrage ancre anecdote anglicane angoisse angolais anguille angulaire anima
animal animateur animation anime anion anneau annexe annexion anniv annuaire annulaire anobli anomalie anonymat
anormal anormale anse antan ante antenne anticorps antidote antilope antimoine antipape antre aorte apanage apex
aplomb apocryphe apologie apostolat apparat appareil apparence appart appelant appendice appentis applique appoint
apport apprenant apprenti apprentie approche appui aptitude aquarelle aquarium aqueduc aquitain arachide arbitrage
arboretum arbre arbuste arcade arcature archange arche archet archiduc archipel archivage archive ardennais ardent
ardeur ardoise argile argon argot argument arlequin armada armateur armature armistice armoire armorial armure
armurerie arnaqueur arpenteur arrangeur arrivant arrogance arrogant arrogante arrondi arrosage arsenal artefact
arthrite artifice artisan artisanat arythmie ascendant ascenseur ascension aspe aspect asphalte asphyxie aspirant
aspirine asse assesseur assiette assise assistant assurance assureur asthme asti astre astuce atelier atlas atoll
atome atout atrium atropine attache atteinte attelage attelle attendu attente attique attirail attirance attitude
attrait attrape attribut aubaine auberge audace audacieux audience audimat audio audit auditeur auditif audition
auditoire augure aulne autarcie autel auteure autobus autocar automne autonomie autorail autoroute auvergnat aval
avalanche avance avantage avatar avenir avent aventure avenue avers averse aversion aveu aviateur aviation avion
aviron avocate avoine award axiome ayatollah azote azur babouin badge badminton bagad bagage bague baguette bahut
baie baignade baignoire bailli bailliage baisse balade balai balance balancier balayage balboa balcon baleine balise
ballade ballast balle ballerine bambou banane bananier banat banc banco bandage bandeau banjo banlieue banni bannie
banque banquet banquette banquier banquise baraque barbarie barbecue barbie barmaid barman baronne baronnet baronnie
barque barrage barreur barricade baryton basale basalte bascule baseball basic basilic basilique basin bassin
bassine bastion bataillon batavia bateau battant battante batte battement batterie batteur battu battue bauxite
bavard bavardage bavarde bavaroise bayou bazar beagle beffroi beige beignet benjamine benne bercail berceau berceuse
bergerie berline besogne bestiole bette betterave beurre biais biathlon biberon bible biceps biche bief biennale
bienvenue bijou bijoutier bikini bilan bill bimensuel biochimie biologie biomasse biotope biplan biscuit bise bison
bisou bistrot bitume blabla blair blaireau blancheur blason bleu bleue blindage blizzard bloc blocage blockhaus
blocus blog bloom blouse blouson blues bluff board boat bobine bocal body bolide bonbon bongo bonheur bonus
boomerang booster boot bordure bort botanique boucan boucle bouclier bougie bouilli boulette boulevard bourde
boussole boutique bovin bowling boxe boxer boxeur boycott bracelet braise bran brancard brasier brassage brassard
brasse brasserie bravoure bref brick bricolage bricole brigade brigadier brigand brigue brillance brio brioche
brique bris brisant brise bristol brochure broderie brome bromure bronzage bronze brouette brouhaha brouille
brouillon browning broyeur bruit brume brut buanderie budget buffle building bulbe bulldozer bulletin bungalow
bunker burin burlesque buse buste buteur butte buveur cabale cabane cabanon cabine cabinet cabriolet cachemire
cachet cachette cactus cadastre caddie cade cadenas cadence cadette cadmium cadrage cadran caduque cage cagnotte
cagoule cahier caillou cairn caisse caissier caisson calamar calandre calcaire calcium calcul caldeira cale calibre
calice califat calife calmant calomnie calotte calvaire calypso camelot camelote cameraman camion camisole camomille
campanile campement campus canaille canari candidat candidate cane canette caniche canicule canif caniveau canne
cannelle canonique canot cantal cantate cantine cantique canular canyon cape capital capitan capitole capitule
caporal capot caprice capsule captage captation captif captive capture capuche capucin carafe caramel carapace
caravane caravelle carbonate carbonyle carburant carbure carcasse cardan cardinale cardio carence caresse carex
cargaison cargo caribou carie carillon carnaval carotide carotte carpe carrare carrefour carrelage carrosse
carrousel carrure cartable cartel carter cascade cascadeur casemate caserne casque casquette cassation casserole
cassette cassis caste cata catalogne catalogue catalyse cataracte catcheur cathode cation caudale caution cavaillon
cavale cavalerie caveau caverne caviar cellule cellulose cendre cendrier cens censeur censure cent centaine centaure
centime central centurion cercle certitude cervelle cessation cesse cession chacal chah chahut chai chaire chaise
chaleur challenge chaloupe chamade chameau chamois champ chanceuse chanceux chandail chandelle change chanoine chant
chantage chanteur chanteuse chantier chantilly chanvre chaos chapiteau chapitre char charabia charbon charge
chargeur chariot charisme charme charmeur charpente charrette charrue charte chartreux chase chasse chasseur
chasseuse chat chaud chaude chauffage chauffe chauffeur chaussure chefferie chelem chemise chemisier chenil chenille
cheptel chercheur chevelu chevelure cheveu cheville chic chicane chiffon chiffonne chiffre chignon chimie chirurgie
chlorure choc chocolat choeur chope choral chorale chorus chou chouchou chouette chrome chronique chrono chute cible
cidre ciel cigale cigare cigogne cime ciment cinquante cintre cirage circuit cire cirque citadelle citation cithare
citoyen citoyenne citron citrus civil civile clade clairon clapet classeur clause clavecin clavicule clef clic
client cliente climat climax clinique clique cliquetis clivage cloche clocher clocheton clochette cloison clonage
clone cloque clos clou clown cluse coalition coauteur cobalt cockpit cocktail cocon cocotte coda codage code coffre
coffret cognac cogne cohorte coiffe coiffeur coiffeuse coiffure colibri colis collage collant collante collation
collecte collectif collector colline collision colloque collusion coloris colza combatif combine comble commande
commende commerce commis commode commodore commotion commun communale communion compagne comparant compas complet
complexe complot composant composite compost compote compromis comptage comptant compteur comptine comptoir comtesse
concept concert concerto concile conclave concombre concordat concours concret condition conduit conduite confesse
confident confiture confluent confort confusion conique conjoint conjointe contact container contenant conteneur
contenu conteste conteur contexte continent continuum contour contraire contraste contrebas contredit contumace
contusion convenu converti convertie convoi cookie copie copyright coque coquille coquine corail corbeille corde
coriandre cormoran cornemuse corner corniche cornichon corolle coroner corpus corrida corridor corrosion corsaire
corset cortex corvette cosmos costaud costume cotation coteau coton cottage couchage couchant couche coucher
couchette coucou coude coulant coule couleur couleuvre coulisse couloir coupant couplage couplet coupole coupon
coupure courage courageux courante courbure coureur coureuse couronne courriel courtisan cousine coussin coutume
coutumier couvent couvercle couverte coyote crabe craie crainte crampe cran crapaud craquant craque cravate crayon
credo creux crevaison crevette crible cric crique crise cristal crocodile croiseur croquis crosse croupe croyance
cruche crucifix cruzeiro cryptage crypte cube cubique cubisme cuiller cuir cuisine cuisson cuivre culasse culte
cultivar cumul curieuse curieux curling curry cursive cursus cuticule cuve cuvette cuvier cycle cyclisme cyclone
cyclope cygne cylindre cynisme dahlia daim dallage dame damier danse danseur danseuse datation daube dedans delta
demandeur demie dent dentelle dentier denture derby derrick descente designer dessein dessert desserte dessin destin
dette devinette devis devon diacre diagonale diagramme dialecte dialogue diamant diapason diaspora dicton diesel
diffuseur diffusion digestif digestion digitale digramme digue dilemme diligence dilution dimension diminutif dinar
dinde dindon dinosaure diode dioxyde diptyque direct directive dirigeant disco discorde discours disette disparue
dispense disposant dispute disque disquette dissident distance distrait distraite divan divergent diversion
dividende divin diviseur dizaine doctorat doctrine document doge dogme doigt dojo dolmen domicile dominance
dominante dominion domino dommage donateur donation donjon donneur dopamine dormant dormition dorsale dortoir dorure
dosage dose dossier dotation douane douanier doublage doublure douceur douche douille douma douteuse douzaine douze
doyenne dragage drain drainage draine drap draperie drastique dressage dressant dresse droitier ducale duchesse dune
duplex dure duvet dynamique dynamisme dynamite dynamo dynastie effectif effigie effort effraie effroi effusion
eldorado elfe ellipse emballage embauche embrasse embrayage embrun embuscade empathie empennage emploi employeur
emport empreinte emprise emprunt encadrant encaisse enceinte encens enclave enclos encodage encolure encombre
encontre encre enduit endurance enfance enfilade engin engrais enjeu ennemie ennui entaille entame entente enthalpie
entier entonnoir entorse entourage entracte entraide entrain entrait entrant entrave entrelacs entremise entretenu
entretien entrevue entropie enveloppe envergure envers envieux envoi envol epsilon ergonomie ermitage ermite errance
erre escalade escale escalier escapade escape escargot escient escorte escouade escrime escrimeur espion espionne
esplanade espoir esquisse esquive essai essaim essayage essence essentiel essieu essor essuie estampe ester estime
estomac estompe estuaire ethnie ethnique euphorie euro exam examen exception exclu exclue exclusif exclusion
exclusive excursion excuse exempt exemption exercice exergue exigence existant existence exorcisme exotisme
expansion expertise exploit export exposant express expulsion exquis extension extra fable fabricant fabrique
facette facteur factice faction factor facture faille failli faillite faisan faisceau faiseur falun familiale
familier famine fanfare fanion fantaisie fantasme fantasy fanzine farce farceur farine fascicule fascine faste
fatigue faubourg faucheuse faune faunique fausse fauteuil fauteur fautif fauve favela faveur favori favorite feinte
fellation fendu fente fenton fermement ferment fermeture fermi fermier ferraille fervent ferveur festin feuillage
feuille feutre fiacre fiasco fiat fibre fibrose ficelle fiche fichier fiction ficus fief fiesta figue figuier
figurant figuratif figure figurine filament filature filiale filiation filigrane fillette filleul filon filtrage
filtre finage final financier finesse finissant finition fiole fioul firme fisc fiscal fission fissure fiston
fixation fixe fjord flacon flambant flambeau flamenco flan flanc flaque flatterie flatteur fleuron fleuve flexion
flipper floraison flot flottage flottant flotte flotteur flottille flou fluide fluor fluorure fluviale flux focale
foie foin foire foireux folie folklore foncier fondant fondateur fondation fondement fonderie fondeur fondeuse fondu
fondue fonte forage foraine foreuse forfait forge forgeron formant format formateur formule forum fossile fougue
fouille fouine foulard fourche fourgon fourmi fourrage fourrure foyer frac fracas fraction fracture fragment fraise
framboise franche franchise francique frange frangin frangine franque frappe frappeur fratrie fraude frayeur frein
freinage fresque fret friandise friche friction frise frisson frite friture froc froideur fromage front frontale
fronton frotte fructidor fruit fugitif fugitive fugue fumeur fureur furieuse furieux fuseau fuselage fusible fusion
futur fuyant gabarit gadget gage gagnant gagnante gaillarde gain gaine gala galante galaxie gale galerie galette
galop gambit gamelle gamin gamine gamma gamme gant garage garant garanti garantie garderie gardienne garnement garni
garnison garniture garou gaule gaullisme gave gazelle gazette gazier gazoduc gecko geisha gemme gendarme genevoise
genou gentleman gestation gestion gestuelle ghetto gingembre ginseng girafe girofle gisant gisement glace glacier
glacis glaive glas glissante glisse globe gloire glossaire glucose gluten gneiss gnome gobelet golf golfe gomme
gonfle gorge gorille goudron gouffre goulot gourmand gourou gouverne grabuge grade gradient graduel graffiti graine
graisse gram grammaire gramme grandeur grandiose granit granite graphe graphie graphisme graphite grappe grappin
gratin gratitude gratte graveur gravure griffe grillage grille grimace grimpe grimpeur grincheux grippe grogne
gronde groom grotte groupie grue guano gueux guidage guidon guilde guimauve guise guitare guru gymnase gypse
habillage habit habitacle habitant habitat habitude habituel hachage hachette haddock haie haleine halloween halo
halte hamac hamburger hammam hampe hanche hangar haras hareng haricot harmattan harmonica harpe harpon hasard hausse
hautbois hauteur havane havre hayon hebdo hectare herbe herbicide herbier herbivore hermine heureuse hexagone hiatus
hibou hipparque historien hiver hivernage hivernale hoche homard hommage homonymie honoraire hoquet horaire horde
horizon horloge horloger horoscope horst houblon houille houiller houle houlette hourra houx hublot huile huis
huissier humanisme humeur humide humour hurricane hutte hybride hydravion hydrazine hydre hydrolyse hydroxyde
hypnose ibis iceberg identique idiome idole idylle ignorant illusion image imagerie imitateur imitation immersion
immeuble immigrant immortel impact impair impala imparfait impasse impatient imper implant impoli impolie import
imposture imprimeur imprudent impulsif impulsion impulsive impur inactif inaction incendie incidence incident
incision inclusion incognito inconnu inconnue incursion inde indic indicatif indice indigo individu induction induit
indulgent industrie inertie infant infection infini infinitif infirmier inflation influence info ingestion initiale
injection innocence innocente inox inscrite insecte insertion insigne insolence insolent insolente insomnie instance
instinct institute insu insuline intellect intendant intensif intention inter interdit interdite interface internat
internet interview intestin intrados intrigue intrus intrusion intuitif intuition intuitive inuit inventeur
invention inversion invisible invite iode iodure ionienne ionique iridium ironie iroquois irritant irruption isolant
isolation isolement isotope issue issus isthme ivoire jacobin jacobus jaguar jambe jardinage jardinier jargon jauge
java javel javelot jazz jersey jeton jeudi jeunesse jockey joie joli jonction joueuse joug joujou joule joyau
joyeuse jugement jugeote jumelage jumelle jument jungle junte jupe jupon jurassien justesse justice justicier juteux
kabuki kana kangourou kaolin karma kart kayak khanat kibboutz kilo kimono kiosque kiri kiwi klaxon krach krypton
label labeur labo labour laboureur labrador lacet lactation lactose lacune lagon lagune laideur laird lait laiterie
laitier laiton laitue lambda lambris lampe lancement lancer lanceur lande landgrave langage lanterne lapin laps
laquais lard largage largeur largue larme larmier larve laser lasso latence latex latin latine latitude latte lavabo
lavage lavande lave laverie laveur lavoir laye layon lecteur lectorat lecture lemme lendemain lente lenteur lentille
lessive letton lettre leurre levant lever levier levure lexique liaison liane liant liber librairie licence lichen
licorne lied lien lierre ligament ligand ligature lignage lignite lillois limace limbe lime limerick limite
limogeage limon limonade limousine linge lingerie linteau linux lionne lippe liqueur lire lisse lithium litige
littoral liturgie living livraison livret livreur lobe local locale location locus locuteur locution loft loge
logement loggia logiciel logique logis logo logotype lointain loisir longe longitude longue longueur loque losange
loterie lotion lotus louange loupe lourde loutre louve lucarne lueur luge luminance lunaire lundi lune lunette lupin
lustre luth lutherie luthier lutin lutteur luxe luzerne lynx lyre lyrique lyrisme macaque machine macro madone
madras maestro magasin magazine magenta magicien magie magister magistrat magma magnitude magnolia magnum maillage
maillon mainmise maintien mairie majeur majeure major majordome majuscule malaga malaria mali malice malienne
mallette malt malus mamma mammouth mana manager manchot mandarin mandement mandibule mandoline manette manga mangeur
mangrove manie maniement manifeste manifesto manigance manioc manipule manne mannequin manoir manquant mantra
manuelle manuscrit maquette maquille marathon marbre marchande mardi mare marengo marge marginal marginale margrave
maritime mark marketing marmite marmotte marne marquage marqueur marquisat marquise marraine marrant marrante
martienne mascara mascarade mascotte masculin masque massage masseur masseuse matador matelas matelot matrice
mauresque maximale maximum mayo media membrane menace meneur menhir mensuel mental menthe mention menton mentor
menuisier mercredi merveille mesa messe messie messier messire metteur meuble meule meute miaou micro microbe midi
miel migraine migration milady mildiou militante milliard millier milord minaret mine minerai minette mineur mineure
miniature minime minimum mino minois minuit minuterie minuteur minutie minutieux miracle mirage mire miroir missel
missive mitre mixage mixeur mobile mobilier modem modestie module modulo moelle moisi molaire molasse molette
mollusque momie monarchie monarque mondain moniteur monnaie monnayage monolithe monologue monoplan monopole monorail
monoxyde montage montant monte monteur monticule montre monture monument moquette moqueur moral morale moratoire
morceau mordant morphisme morue motel motet moteur motif motion moto motrice mouchoir mouette mouillage mouise
moulage mousson moustache moustique moutarde mouture mouvance mucus muffin mule mulet multiple multitude munie
muqueuse muraille murmure muscle muse museau musical musicien mutant mutation mutinerie mutuelle mythe nacelle nage
nageoire nageur nageuse naissance nankin nappe narrateur narration narthex nasale natation natif nation nature
naturel naturelle naufrage navale navarrais navette navigant navire nectar neige nerf nerveuse nerveux nette
nettoyage nettoyant nettoyeur neuf neutron niche nickel nicotine nihilisme nirvana nitrate nitrure nivernais
noblesse nocturne noeud nombril nome nonce normale norme nostalgie nota notaire notation note notice notion nouille
nourrice novateur novatrice noviciat noyau nuage nuance nuisance nuisible nuque nutrition nylon nymphe objectif
objection oblast observant obstacle obtention occase occupant octroi oculaire oculus odeur odorat oeil oeuf
offensive officiant officiel officine offrande offrant offre ogre oignon oiseau olympiade ombrage omelette omis
omnibus omnium once onciale oncle onction onde ongle ontologie onze opale opinion opossum oppidum opposant optimisme
optimum option optique opus opuscule oracle orage oraison oranger orangerie orateur oratoire oratorio orbitale
orbite orchestre orchis ordinaire ordure oreille oreiller organe organisme orgue orgueil oriental orifice original
originale orme orne ornement orphelin orpheline orque orteil oseille ossature oubli ouche ouragan ourdou ours ourse
oursin ourson outil outillage outrage outrance outremer ouvert ouverture ouvrage ouvrant ouvreur ouvrier ovale ovin
ovni oxydant oxydation oxyde ozone pacemaker pacha pacifisme pacotille pactole paddy pagaille pagode pagus paie
paiement pair pairie palace palanquin palatin palatinat palatine pale palet palette palier palissade palladium
palpitant pampa pamphlet panache pancarte pancrace panda panique panne panneau panorama panse pansement pantalon
pantin paon papier papyrus paquebot parabole parachute parade paradigme paradoxe parapente parapet parapluie
parcelle parchemin parcours pareil pareille parement parente paresse paresseux parfum pari parlant parlement parleur
parloir parme parmesan parodie paroi paroisse parole parolier paroxysme parque parrain partage partance partant
parterre particule partiel partielle partisan partisane partition parure parution parvenu parvenue parvis passager
passant passante passation passeport passereau passeur passif passion pastiche patate patelin patente paternel
patience patiente patinage patine patineur patineuse patinoire patio patois patrie patronage patronat patronne
patronyme paume pavage pavement pavillon payant paye payeur paysage paysan paysanne peignoir peinard peinture
pellicule pelote peloton pelouse peluche penchant pendentif penderie penny penseur pension pentagone pente peptide
perce percement perceuse perdant perdante perfusion perle permanent permien permis peroxyde perroquet perruque
persil personnel perte pertuis pesant pesanteur pesticide peuple peuplier peureux pharaon phare pharmacie phase
philippin phobie phoenix phone phoque phosphate phosphore photon phrase physicien piaf piano piaule piccolo pichet
pieu pieuvre pige pigment pile pilier pilotage pilotis pilule piment pince pinceau ping pingouin pinyin pionnier
pipeau pipeline piquant piratage piraterie piscicole piscine piste piston pixel pizza pizzeria placard placebo
placement placer plafond plage plagiat plaidoyer plaie plaignant plain plaine plainte plancher plancton planeur
planning plaque plaquette plasma plate pleurant plie plomb plomberie plombier plonge plongeon plongeur pluie plumage
pluriel pluton plutonium pneu pochette podium poids poigne poignet poing pointage pointe pointeur pointu pointure
pois poisse poitrine poivre polaire polar policier polissage politesse pollen pollution polygone pommade pomme
pompage pompe pompon ponction poney pontage pontife popotin porche porphyre porridge portable portage portail
portance portant porteur porteuse portion portique portrait pose poseur positif post poster postface postulat
posture potage potager potasse potassium potentiel poterie poterne potion poubelle pouce poudre poule poulpe pouls
poumon poupe pourboire pourtour pourvoi poussa poussette poutre prairial prairie praticien pratique preneur pressing
pression pressoir prestige preuve priant prieure primat primitif primitive princesse principe printemps prise prisme
privation probation processus prochain proconsul procure prodige profil profit profond profusion proie prologue
prolonge promenade promesse promis promise promoteur promotion promu promue pronom prononce pronostic propergol
proposant proscrit prose protocole proton prototype proue prouesse proverbe proviseur prudence prudente prunus
psaume psautier psychose pudeur pueblo puissance puits pulpe pulsar pulsion puma pupitre purge puzzle pyjama
pyramide python quadrant quadruple quai quantum quarante quart quarte quartet quartz quasi quatorze quatuor querelle
quille quinte quintette quinzaine quinze quota quotidien quotient rabais rabat raccourci rachat racket racle radar
radeau radiale radiateur radiation radical radicale radin radis radium radon rafale raffinage raffut rafiot raie
rail raisin ralenti rallonge rallye ramadan ramassage ramasse ramassis rame rameur rampant rampe rance ranch
rancunier rang range rangement rappel rappeur rappeuse raquette rasage rasoir ratio ration rationnel ravage ravageur
ravin ravine rayon rayonne rebond rebord rebut recette rechange recharge rechute reclus recoin record recordman
recoupe recours recrue recruteur rectangle recteur recto rectorat recueil recul recyclage reddition redevance
redoute redresse reflet reflex reflux refonte reforme refrain refroidi refuge refus regain regard reggae registre
regret rein rejet relais relance relatif relation relative relaxe releveur relief religieux religion relique reliure
remariage remarque remblai remise remontant remorque remous rempart remplage remue rendant rendement rendu renfort
rengaine renne renom renonce renouveau rente renverse renvoi repaire repartie repas repasse repeint repentir repli
reportage reporter repos repose repousse repris reprise reproche reptile requiem requin requis rescousse respect
ressenti resserre ressort ressortie ressource restant restau resto retable retenue retouche retourne retrait
retraite revanche revenant revendeur revente revenu revenue revers revient review revival revue rhume richesse
ricochet rift rigolade rigole rigolo rigueur rime ring rire rite rituel rivage rivale rive robot robotique rocade
rocaille rococo rogne rogue roller romanche romancier rompu rond ronde rongeur ronron roquefort roquette rosace
rosaire roseraie rotation rotative rotonde rotor rouennais roulage roulant roulante roule roulement roulette roulis
roulotte round rousseur routage routine royale royan ruban rubis rubrique ruche rugby ruine ruisseau rumeur rupture
ruse rustique rythme rythmique sabbat sabotage sabre sacerdoce sachant sachet sacoche sacrement sacristie safari
safran saga sagesse saignant saillie saisi saisie salade salaire salami saline salon saloon salsa samedi sanction
sanctus sandre sandwich sangle sanguin sanguine sanitaire sanskrit saphir sarcasme sardine sarrasin satellite satin
satire sauce saucisse saucisson sauge saule saumon saumure sauna saut saute sauteur sauvetage sauveur sauvignon
savant savante saveur savon saxe saxo saxophone scalpel scanner sceau sceptre schisme schiste science scierie
scission scooter scope score scorpion scout scoutisme scrabble script scrupule scrutin sculpteur sculpture seau
secours secousse secte secteur section segment seigle seille seize selfie sellette semblant semelle semence semestre
semis sensation sente sentence senti sentier sentiment septante septennat septime serein seringue serment sermon
serpent serpente serrure serrurier servante serveur serveuse serviette serviteur servitude session seuil shampoing
sherry shopping short sieste sifflet sigle sigma signal signature silence silex silice silicium sillage sillon silo
sima singe single singulier sinistre sinus siphon sirop sismique sitcom sittelle sixte skieur skieuse skipper slalom
sleeping slogan sloop smiley sobriquet soccer social sociale socle soda sodium soeur soeurette sofa soie soif
soignant soin soixante soja solaire soldat soleil solide solitude solo solstice solution solvant soma somali
sommaire sommeil sommet sonar sonate sondage sonde songe sonnerie sonnette sonore soprano sorcier sorgho sortant
sosie souci soucoupe soudage soude soudure soufflant souffle soufre souhait souk soul soupe souper soupir soupirant
souplesse sourcil sourdine sourire soute soutenant soutien souvenir spaghetti sparte spatial spectacle spectre
sphinx spirale spire spirituel splendeur sport sportif sportive sprint square stage standard star statique statue
statuette stature statut steppe sterling sterne sternum stimulant stimulus stipe stipulant stipule stockage strophe
structure stuc studio stylo subjectif sublime substance substitut substrat sucre sucrerie suffisant suffixe suffrage
suivi sulfate sulfure sultanat summum superbe superman supernova superstar surcharge surf surnom surplomb surplus
surprise sursaut sursis survenue survie survivant survol sushi suspecte suspens suspicion sutra suture suzerain
swahili syllabe symbiose symbole sympathie symphonie symposium syndic syndicat syndrome synergie synode synonyme
synonymie synopsis syntaxe tabac tabagisme table tableau tablette tablier tabou tache tacot tactique taille taillis
talc talent talisman talonneur talus tambour tambourin tamis tampon tandem tangara tangente tangible tango tapage
tapis taquine tarare tarente tarif taro tarot tarse tarte tartine tasse tassement tatouage taupe taureau taxation
taxe taxi taxinomie taxonomie techno teck teint teinte teinture tempe temple tempo temporel tenaille tenant tenante
tendance tende tender tendon tendresse tendue teneur tennis tension tentation tentative tente tenu tenue tequila
terminal terminale terminus terne terril terroir tertre tesla tessiture test testament texte textile texto texture
thermique thon thorium tiare tibia ticket tierce tiers tige tigre tigresse tilleul timbre tintement tirage tirant
tire tirelire tireur tiroir tisane tissage tissu titan titane toast toboggan toile toilette toison toit toiture
tomate tombale tombant tombola tondeuse tong tonnage tonne topo topologie toponyme toponymie toque torche torchon
tore tornade torse torsion tortue tory totale totem toucher touffe toundra tourbe tourelle tourisme tourment
tourmente tournage tournante tourne tournesol tournevis tournis tournure township toxine trac tracas trace traceur
tract tracteur traction tradition trafic trait traitance traitant traite traiteur trajet tralala tram trame tramway
tranche transe transept transfert transit transport trappe trappeur traque traqueur trauma traverse treillis treize
trempe tremplin trentaine trente triade triage triangle trias triathlon tribord tribu tribunal tribune tribut triche
tricherie tricheur tricycle trident triforium trilogie trimestre trio triple triplet tripoli tripot triptyque trique
tritium triton troc troll trombone trompeur tronc tropique trot trotte trottoir trou troupe troupeau trousse
trousseau truffe truie truite tsunami tuba tube tuile tuilerie tulle tumulte tumulus tunique tunnel turbinage
turbine tutelle tuteur tutrice tuyau tympan typhon typologie ultimatum uniforme unisson univers uranium urbanisme
urgence urne usage usager usinage usine ustensile usufruit usure usurier utile utopie vacance vacarme vaccin
vagabond vagabonde vaillance vaincu vaincue vainqueur vair vaisseau vaisselle valence valeur valise valse value
valve vampire vanadium vanille vaniteux vanne variable variance variant variante variation vaste vautour vecteur
vedette veille veilleuse veine velours vendange vendetta vendeur vendeuse vendredi vendu vendue vengeur vent vente
ventre venturi verbe verdict vergogne vermeil verrerie verrou versant verse versement verset verso verte verticale
vertige vertu verve veste vestiaire vestibule vestige veston veto veuf veuvage viaduc vibration vicariat vicomte
vidange vide vieil vigilance vignette vignoble vigueur vilaine vinaigre vingtaine vinyle virage virement virgule
virus visa viseur visible vision visite visiteur vison visuel visuelle vitamine vitesse vitrail vitrine vivante vive
vivipare vizir vocable vocation voeu vogue voilier voilure voirie voisinage voisine voiturier volaille volante
volcan vole volet volt voltige voltigeur volume vortex votant votation vote vouloir voyageur voyant voyante voyelle
vrac vrille vulgaire vulgate watt wilaya wolfram xiang yacht yaourt yoga zinc zirconium zodiaque zonage zoologie
`
  .trim()
  .split(/\s+/)
