/** Words that every tokenizer of `scripts/tokenizers` has as one token, the most frequent ones first. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(
  `the and that for you with con was pro are com not from have this can his has but wor all will whe they int out who
their more one said your cont which about were had comp would off res man per other been like dis any app them her
there year some when than over also part time what new get just into people pre its rec work she our him only spe
acc how after att play could first act comm bet two back under may des most did add inc pol again know need cons
want see even ind these use because now make then every sec inv look where years diff should rem rel def right
through way don ass reg very imp sub being does down many call dec before well much those such end long think bel
own prov set show pres say eff inst ent good start made hel mon last stud min col mod count fin str point sur used
same while game sim inter report produ still here world though num ret ref trans take conf going spec hand between
ear against high exp ins help requ found person great sign ser run ter follow det find mem ext team system lead
around govern cur cour car law read real support really fact day both serv three med exper each che cre rep met says
during fam happ char gener cor offic too inf public war power few loc different state head poss stat val iss cle
expl another child since life develop dep pass turn resp second disc something fil month government without leg dist
put quest prot never level art things might effect contro cent allow incre feel result lot fun contin using big ask
best opp number must direct open post come seem week far tra pri place form told stand next soc pur let little hum
commun mark information bus invest hard import appro test tri rest full care case less partic list top adv dem home
left better data attack proble beh bro build main including got interest keep eas class var small ide rece polit mov
plan percent camp pay didn pos process program name four return called move group bre men cap dri pat current pop
always mil women old near free design change chang vis book kill away able country const order million oper thing
why school aff days ann prof health sol already friend least prom hist est tell talk until later view word cost
enough give techn par large win important doesn business clear equ expect occ kind mean past dev bas organ del
perform story season claim came within line project control air money family making bit police happen vers sit sure
appear light water times grow company mar example conc fore actually ever tax major often human job available record
sing news econom following hour sex desc become took having product means hop cho certain non deal side reason elect
official possible hold city sever children once activ night done lim working body whether author proper seen fac
cond course event eng pot intern short orig dam press doing protect thought question several given fund went arg
polic meet games understand makes won love complete account ident others prob young along according yet members
among employ invol low likely ant ben president access known early fight sent today market based strong deb problem
death social campaign mus saf months viol five stre players success present particular try suggest priv crit land
local aut mult political asked former close getting across comb believe together individual face value area writ vot
key mom anything experience mind future cut tot video investig net impro connect redu above fre amount either milit
anal fail special black looking fire almost study miss tre community media food comes single half started quick
issue else consider taken true ago mess added bad fav similar character reported type entire history live trying
discuss self room fall isn idea sound someone object player rather service mor nothing provide party exist mag house
behind however sum applic function front series tem typ opt points below specific previous pret custom court whole
treat probably learn version check benef doc enc super address vict meas field signific common begin bring action
wanted attempt due shall six step pub himself cop dest stop lab hours create further dou national taking red
research break space recent general hit period everything phys saying cou cult include position imm pick compl
matter compet cannot init relations bar vol ground security concern white seems fig sus watch wind itself mass abs
pack outside anim pain foot third mot evidence threat decl item represent significant cal simply longer file dom
upon themselves coming quite difficult woman necess text require military review respons subject instead issues gen
minutes code higher page students method policy exec accept words final changes friends respect compan damage neg
total needs development age results gun rights running wasn port rate pretty target saw circ works everyone pie rad
block walk shows site risk inj began size decision larg jud continue parent easy drug sense energy associ girl
request soon host states material moment especially norm services role cred mat log office track heart ball personal
building increase needed lost became groups wrote prop dead http inside wrong statement film music share release
forward stay comput original card cand div favor cases section leave required countries questions prim cell shoot
anyone affect online ability content reve indic force sold soft companies article aud rev educ playing held released
federal interview install received source serious created cause defin late speak legal weeks model pred exact takes
regard price ord problems leaders deep pers contract relationship base consum potential relig link lower fem contact
ill mother squ provided average exam perfect tou buy shot collect phot played officials simple industry hands pull
round user range private ways except terms den performance bill environment exc worth chance speed alleg match ste
living struct separ response enjoy via member tool offer turned recently blood hope comment particip gave select
killed goes coll impact boy felt expected image prevent involved eyes quickly led candid earlier focus popular sett
various levels road heard mis users improve father search profess knew loss events billion cover bott areas gets
vote nearly included recogn happened hot whose civil suff respond hon features economic technology option purch lat
recomm training effects fast occur website email sens oil influ currently goal conv decided travel mention election
phone looks situation hor quality table staff tried addition box lack wide mid board anti dig dro slow path worked
pen engine looked victim property introdu color network date extra sle reports capital ens command allowed prep capt
numbers fair reach broad couple screen lives prior approach built repe rules financial considered brought products
visit document conduct completely written draw published secret sexual ess standard arm fell foreign regular
increased usually demon dark additional production international race mach huge town attention terror meeting arrest
fear extreme workers directly population cross message nation poll answer carry hear natural dog trade subst
multiple fans sort global language tal necessary details sen sil medical und ver receive morning bank sat device
safe ple systems assist battle paper growth cast plans parts wall movement practice display sometimes son avoid
towards talking correct spent term wants doub forces please ones immediately deg parents shown conditions stuff reb
includes announced determin described door changed neigh clean pan club paid attacks characters alone director load
rout finally rac contr exactly nature career latest convers weight note teams hundred consist regul lic ten costs
independ normal hom obvious swe star ready implement song interesting giving etc middle remember max yourself demand
treatment danger physical related remain couldn refer inn easily uses ang write leader reading autom legisl designed
appears choice particularly allows difference although relative application aren myself imag dise society frequ poor
writing seven starting bud print gives cool thinking save limited meaning nice gas eight feet effort ign opin brain
wouldn touch studies center computer investigation increasing store comments bal doll liber wife laws modern
administration opportunity sal powerful claims title esc beyond sell unf violence compared options throughout files
detail piece named education drive items student throw scene complex prec concept status died knowledge beginning
certainly guys slight fine fat perhaps income https majority greater feed safety unique gone showed histor counter
leading send defense yes continued provides prison happy economy trust weapons analysis science figure software ult
officers remains psych cat observ stage enter passed despite movie voice toward region values mount officer lay
pressure books reasons activity calls letter choose rob types platform quarter maybe moving lif gold som patients
truth charge cele rock credit moved names straight feature rule sche click aware pattern grad associated style
stories individuals summer arch fully mill followed jobs seemed reality lines park measure brother growing ban estim
cry mechan rates positive culture har map altern coach journal corpor false web sleep contain sto bed pun meant
notice favorite condition purpose organization manufact susp critic mer mist larger actions kept aim benefits actual
vehicle chief efforts wait adult overall speech highly female error effective failed conserv programs trou ahead
crime location behavior rare emb caused ship active green acqu reflect firm birth clearly emot memory biggest rap
basic band suspect spread demonstr absolute places impl cards destroy virt appeared beg temper length blog resources
spot forced thousands qual generally drink thus appropri whom eye college ensure apparent religious minor tro
primary developed peace skin blue families apply inform limit resist twe liter hair eventually helped fit prem sales
seconds strength feeling tour knows exerc ideas launch bottom script rat whatever mode agree sources initial
restrict wonder burn nor reached sun cook male climate fix images schools drop stream previously pet double default
rank weapon stock analy picture century citizens onto expand hero wild update customers lik criminal leaving
otherwise basis recommend floor crowd central dream download window happens unit tend spl becomes fighting predict
heavy fan spend football transfer bur therefore mission noted disease edit progress adding raised tick seeing
agreement server wat debate supposed largest successful jump offers shooting haven defend beat records scen
employees devices benefit surface harm shut lose challenge station intelligence accur requires hospital spirit
offered produce creating ended daily smart circum extremely opinion gain useful budget comfort background episode
enemy trial establish continues showing posted eat rise signed vill grand projects conference responsible learned
returned brief brand highest train nom mut incident nuclear charges adjust earth prices draft runs candidate
management teach understanding separate instance eth unless operations faith config activities traditional direction
machine push easier argument micro theory calling der influence commit photo disp wish revealed chem miles
interested solution removed compar plant achieve advantage slightly placed tim cru mostly negative setting produced
mur connection driver executive assault born structure reduce league join die assess goals senior parties learning
street camera skills celebr existing willing critical serve cold species animals older teacher prefer thread manager
professional notes fresh doubt opened guess sequ explain attract string context solid cities asking random depend
mentioned claimed definitely core opening believed holding ice brow authorities score cells transl neighbor remove
district worse concerns policies hus independent protection sudden bul strategy girls missing dat politics spell
graph labor kick steps smaller roll closed transport aspect none marriage elements hearing supported testing massive
stick guard border copy owner digital task incred issued detect partners shared cancer explained heat wood tools
belief crisis operation contains express amb finding established degree dangerous freedom church catch presence
authority button valid weak starts reference collection beautiful tells waiting providing daughter master purposes
equal turns documents watching ran reject witness reform occup caught traffic models served batter agreed truly
units variety confirmed entirely purchase element determine cars views department covered mere multi mix unlike
stopped sem wel skill becoming appropriate sites animal scale charged instruct methods cert judge dollars standing
driving album commercial discovered output switch annual stated residents allowing factors occurred north injury
repeated arms construction fle forms mental equipment fant discussion regarding chair proceed murder supply input
wealth proced putting located kid telling proposed funds baby spoke exchange pair arrested killing identified mobile
thanks hundreds electric nine bomb coverage appeal finished flow deliver calcul photos phil pieces rough partner
concerned suggested herself corner husband internet balance sounds arr millions radio satisf combat fuel distance
tests decre managed tit measures attend generation advoc conversation gender concent carried arrived failure minimum
worst keeping intended illegal determined trip raise feels package fra justice farm reduced clin hyp san novel
capacity impossible plays minister fram ing communities bon strateg interests conflict requirements sac operating
committed relatively south afford identity accused victory seek tight humans familiar audience internal sides dim
appoint joined differences protest twice glass expression decide planning handle maximum sea eval helps bound mouth
standards clim army bug planet winning faster spect broken defined competition client possibly finish crew editor
hate sale pages numer opposition refuge flight apart applications gar shape speaking worry introduced functions
stress accounts honest tree sch fif exercise survey rich maintain flo leadership magic figures absolutely fourth
presented grab vari quant plus alternative pil objects significantly uns television committee motor appearance
sitting strike belong mort prepared indeed rent advice changing listed launched lived sets applied housing odd sust
powers thr remaining causes manner suggests ends gay termin scientific coal sym minute leaves completed focused
monitor vehicles affected construct follows ton homes elim largely votes yards materials guide closer sports vir
dropped delay secure treated van mir column rot consult entry apparently increases specifically tele religion frame
helping edge organizations bigger boost row rid vision award factor god param enemies accident ath veter stars
expensive lock format soldiers agent responsibility rapid wear commission warm hasn univers king patient happening
bought soul seat revolution ring returns videos famous candidates percentage visual thank trouble prove connected
possibility expert library fellow dry signs quiet pure filled unable vast identify prote fish circumstances bodies
developing experienced domestic combined chemical pool egg hurt temperature conducted pulled fol advance license
imagine hell fixed surprise craft relevant entered leads pictures alt updates greatest height heav listen capable
offering bright planned pit sweet typically prospect hol scr lots forget severe suit correspond flag deploy thoughts
matters adapt fill forth sam payment spring losing bringing distribution combination plenty perman seeking examples
classes moves panel properly ris plug estimated volume positions links transform cas shop fly bag aid plants begins
environmental storage marg ske metal ordered remained loved prompt updated walking ancient performed neither
selected mine ultimately explan label syn meat giant adm interpret evening evil obviously advanced weather symbol
sole potentially originally deck stood youth basically involve aircraft confirm messages prohib vulner existence
turning desire flat ment neighborhood pointed innov professor expressed session bare diss doctor writer oblig
recorded broke orders motion contrast batt excellent technical tun cloud creation strange auth fort extent rain
sample accepted tact fired stands boot statements versions experiment depart bond reaction resolution react approved
replace tack sport chain automatically route pal banks grew coord subs selection slowly colle attempts index shock
dynam cart storm essential reasonable considering university married numerous seriously referred consistent facts
passing mal gather optim rub unknown union browser reporting sand suddenly surprising somewhat settings experiences
receiving joint cultural ast facing shift streets lie laugh customer obtained supporting detailed picked wire sight
developers persons sad cup warning boys bird observed zone channel refused suc acts struggle category realize
employee guns thick fairly troops agents battery motiv flu confident empty phen sector excited remote destroyed
moral dress lit shouldn carbon installed violent solar practices ride improved audio properties anywhere blow proud
plane square proof talked sister holds resident resistance split confidence exception zero totally sick household
drivers necessarily perspective escape surprised vac emphas narr heads causing targets afternoon adds usual articles
injured manage explains linked discussed explo occasion opposite faces denied nut approximately disappoint voting
institutions drag nearby guilty conver reward philosoph apps upper advert snow ourselves dismiss signal council
sufficient historical pin succeed tradition cro description sky widely wave definition cycle brings alive frequently
intention rail tested comfortable delivered depth writes assets sav transition artist components walked root
participants noticed nav importance assert registered intent missed sentence assistance database buildings classic
thinks fee effectively facility bear chapter dogs latter admitted posts lawyer equival mand controlled menu
protected rein amounts native represents abandon carrying tank declared hat universe opposed hardware coffee owned
hall describe portion depending trick remark mail conscious medic replaced renew armed constant taste realized buff
efficient communication consequences anyway iron evolution relationships proposal collabor knowing supports controls
merely fashion gift era kinds legit essentially suffered hur promise excess prime stores journey requests tiny isol
crash goods elected blocks island elections broadcast cheap nations seasons waste fields profile authors formed
assume coast voted flex welcome locations architect harder interface restaurant discover exceed favour duty pitch
extended medium magazine limits external younger immediate hidden volunte simpl phase plot expansion pushed hits gro
stim narrow perfectly enable precise regime compens chosen trees recommended arguments exists breaking virtual
permission consumer closely hopes array spons pow readers creature resulting accurate moments argued ped sought
suffering icon pra bonus acting comparison smooth sending dealing attached sees typical finds emails highlight
confront topic ble understood mob dedicated songs aside grant argue containing schedule liberal heavily bes
everybody femin facilities conven anx division explore shares ideal distinct exhib initially thousand paragraph
roughly www consumption films obtain tall tor acknowled grown watched surrounding pip flying serving literally
exposed lies bat earned specified degrees centre sharing winter unw fewer somewhere attacked domain stronger penalty
neck currency rising tab talent village legs acid involving yesterday sup west visible struck awesome drawn answers
defeat vent rum situations saved recip faced mistake domin falling ending matches explanation anymore letters plate
subjects attempted unlikely veget marked defe theme passion info poly component granted paint honor smoke primarily
scheduled fundamental protein newspaper clients feedback stretch hotel sugar milk equivalent insert extension
constantly generated recognize vary patterns profession colors phenomen shell puts delivery brown processing lights
industrial somehow indicate hole techniques campus aspects helpful shield trigger tort personally tag keeps gap east
recovery profit colon strongly flash strict weird regions intellect finger elev conclusion feelings extensive mixed
territory successfully layer bunch normally networks chose regardless franch bridge radical manip secretary gang
decent uncle walls publish generate promote cutting collected hoping instructions criticism util reduction teaching
deeply estimates choices permanent fasc tournament mel contained processes blind steel carefully houses scored occas
sharp afraid scheme pushing possession privile teachers yield rig hide principles loud sin stone taught terrible
stuck implementation wheel champions repeatedly bath noise northern magn fab ticket alongside river tur cable wins
inspired statistics yellow urban register variable thin asks tail spin captured innoc artists electronic regional
myth directed extract sorry vice wonderful gra ships habit void explicit engaged angry rating frag estate county
gall stead informed driven regularly basket principle alert represented capture hook purs recognized hadn pilot
returning trail routine courts friendly breath studio fault outcome elsewhere pounds loan ratio invent promised
dinner creates operate reviews featured forever laid filter association valuable liquid solutions atmosphere
respectively fifth governor purchased hack origin define careful shoulder tied destruction nobody tip technique jur
legend accord busy hang reprodu uniform scenes crypt recon adopted scores indicated entertain twenty smile personnel
toler doors tone machines entering forest horse academic fruit wine clothes squad stable raw keys complicated absor
relief chart drawing module salt resource somebody rose consent rear provision liked bra convent auto recording
programming pic proved newly edition passes guest acceler compat inches assign prepare depends tracks lists alter
everywhere affili fought mac scope que enjoyed rarely southern frequency sequence comprom worker mainly organized
fake concluded configuration withdraw fro tries samples bid photograph contest signing exit sword trib inner
protocol apolog luck anticip winner silver unusual crack practical province priority describes branch foundation
judgment solve neutral advis reputation bread upgrade developer patch stupid chat wing parliament render recover
incorpor preced threatened spiritual improvements errors sensitive exclusive deleg conce structures stored temporary
possess cig mountain equally lands rejected transaction cos gained directory raising console bom uncertain measured
plain seats dict estimate contributed episodes movements prev suffer nerv dozen visited actor contribute inject
listening assigned relation covers grass engineering ven replied titles joy hyper officially difficulty resulted
restrictions beauty maps org usage permit naturally thrown pace poison formal kil procedure trained lets champion
writers connections okay encounter achieved checks assistant whenever clock borrow mad commonly rely moon western
occurs vessel subsequent boat marks ordinary ren representative ignore factory tasks cogn reducing striking
instrument philosophy ruled scenario enorm debut tea absence ham tables chairman rapidly substantial saving dynamic
furn propag accommod stack reven brut perpet hardly sty transactions gate screens submitted languages falls relax
extrem bell locked shortly rival dust reaching stations applies anger compare sections medicine hitting spark
replacement lowest minds involves procedures improvement intellectual spaces mechanism static tips handling versus
loop setup computers displayed grav aver requirement entitled shadow divided heading copies losses vit ans superior
peak lying gam responses consideration loyal instant extend founder attended appreciate guarantee ocean loose logic
proven spir admit investigate requested windows behaviour reader hung roles implemented blank serves repair critics
shout fool producing lib circle prepar submit nic vital password publication prominent bars deeper wid indicates adj
fur secondary ownership arrive null thro kiss hint greatly begun soil maintenance rom gathered dance baseball
contributions literature container fallen websites breast concerning entity reliable opinions indu thorough employed
establishment efficiency mask ages enabled cabin registration fingers framework attempting defence scan answered
categories rational cust robot correctly graphics grounds distributed invited founded brothers seed addresses
attitude mole discovery supplies distingu vert gal interact convinced objective settlement maintained breaks
recognition addressed virus whereas papers pleasure acquired duration calm burning folder performing lin notion
covering ignored upload modified rooms suggesting heaven stages phrase silence aer platforms demonstrated races
grade bow historic colour viewed periods reverse quote landing pill wet repeat mayor kitchen featuring servers
anybody closing letting threw channels swing sheet variables spoken loaded throwing firing tracking width struggling
eggs stayed stro fabric dates pron basketball assumed affairs glad joining populations nose scoring visitors
characteristics flags execution obst studied lad kernel aged applicable roads commands offices tut receiver reads
roof stats referring ele defeated gene clubs sid introduction ranks collapse opens echo waves tap proportion designs
warn convention tie angle rend counts educational accessible drew preferred bin cow signature retired bytes
capabilities revel failing appointed institution expanded monitoring stops intr producer accuracy mini membership
removal teeth perm dying abandoned march horror wars formation criteria installation accomplish rescue pocket
parameters concert recall rural concrete trem fate tired principal forum tempor headquarters guitar releases
disabled unexpected passage decrease sed diverse birds operator journalist guid inspect manual ratings universal
provider mistakes node fails waters ease scar contents contribution handed stability mirror fiction demonstrate
drives eastern yeah shame attach representing obs mouse clar bot conventional blocked refers topics underlying
instances remarks mit experiments participation settled strip hal dump les references wanting gentle lift ranked
documentation gross arrival desert margin differently bits searching functional desired circuit minim drove hip pros
utility concentration font amid revers interaction entrance convert contrary arc packages reserved printed introduce
surely independence passengers identical confused wrest holes signals pulling permitted alarm controller approached
formula brilliant accus presentation assembly tong beach calculated occasionally bullet promises accum drama labour
utter assass gest abroad sorts flav musical gre equality vig ceremony actors align elder representation boxes
manifest dies resolve asc silent timing prisoners tower approaches precisely keyboard mile wider till pleased
pointing requiring qualified segment sizes checking lux summary inher knock lip impression slide guests clip captain
legacy wounded semi obsc checked dual centuries evident soldier math bias meters certificate grid rolling mystery
examine stem hoped persu parallel duties scroll landscape coin posting fel bold stepped restricted cir ought export
wise frequent interpretation dependent fatal confusion vend hes removing forcing speaker males concepts voices cul
lady arts slot tons golden mos lifetime dub consists festival intellig jun correl courses lean acceptable orange
disappear spawn minimal derived executed theories quoted tears spectrum architecture destination foss presents reply
cum delight overcome hunting sessions communicate comedy predicted remarkable eliminate bind caps fleet designated
animation delayed curious lect loading dispute template appearances translation sake beneath studying eager imper
produces municip suitable interior considerable fert instantly tent logo imprison roots continu refuse synd guidance
restore explaining asset transferred burst meets corresponding surrounded tens coinc existed adopt satellite infant
flesh badly choosing quit stir token functionality limitations wondering separated desp mart insight convenient
pride displays streaming interrupt conversion bugs irre balls awarded fet automatic fer extraordinary desktop orient
ears garden satisfied programme holy threshold serial bother dominant fits prayer hosts err guaranteed rice fled
partly ignor transmission hopefully incorrect snap parad wisdom priest span parameter safely converted reserve
integrated pipeline applying embed cave electron integrity grace administrative vel isolated backup commander
forgotten residence wand bol receives briefly chip prize associate anonymous iter borders figured simultaneously
conj artificial compatible fed corn offset directions towns layers rolled attribute suppose buried sixth cycl decor
closest mixture fluid racing vertical sacrifice composition texture respective bands verify shelter suggestions
explicitly slave constitution accompanied identification invasion tutorial contemporary integration tum hiding prost
steady gradually dirty dil calendar chamber passenger darkness defect gods algorithm divine engines buffer tongue
radiation physics worship disk optional thy recovered lips designer courage routes completion neur titled engineer
hearts bulk poster specify regarded sons merc experimental seized constructed hosted bless blocking occupied
painting quantity dressed justify describing instruction entities pressed outer amongst combine significance
remembered coup terminal wings density dimin handled disappeared genre curve exhaust promotion toss happiness beta
buttons cam retro cruel float rib championship styles builds solo preserve tub interactions hockey logical stopping
operated reaches delete hash shorter intensity neighbour fires execute clicking mountains pressing pir thirty
demanded backing variation grave diver mic stating lung detected conflicts matching src liberty females mechanical
robust retain deployed partially crown documented query publishing wore notable subsequently observe codes mas yours
occasions vocal collaboration tends torn shoulders expecting layout floating abund similarly pray marry reck dispos
environments gut households ster temple invalid wireless gig ash abstract bases crossing cleared throws reflected
appointment placing hub rocks filling accepting resort crossed breakfast attributes touched anch mounted elabor
constitu jet processor patri appearing pipe awful evaluation worn organisation scratch sensor yard bass quietly pose
preview unfortunately horn peer worthy flowers dece indicating preference freely ranking highway binding gray
relatives fright voc possibilities libraries entries consecutive hill inequality cort pour sends wishes districts
influenced insect instruments leaf tale thereby trap flexible finishing reduces orientation trace editing momentum
probability operators modes discipline hence distant fib wrapped indirect consequence bitter departure resolved
cache distinction continuous encountered afterwards maxim edited accomplished edges drum partial strings leak
observations suggestion painted orbit casting modify modules unnecessary doctrine golf acted deleted assuming
difficulties composed volt particles admin rotation grasp assumption coat boundaries whites laptop differ kingdom
transparent infer museum reset aggreg exceptions tunnel performances href fut awards pending instinct altogether
steam oldest detection circles complexity incl devoted slaves quotes transformation fraction advantages texts ugly
bio trains tar expects junior frames observation sentences vague clause evaluate cabinet cler dign migration
municipal glory uncertainty listing waited wooden gravity alternate paths enables escaped smiled lake hier polar
printing divid reign replacing exped demo slower cub rect sacred declare tel meta header secured hosting lifted dear
grows processed startup absent regret promoted branches spirits occupation nit nodes besides thoroughly singing grey
keen conclude laughed pays proc imagination scenarios separately measurements tang plugin convey approaching
arrangement useless statistical rings assured binary avoided celebrated cluster spare regards contacts immense
beside triggered prosper variations stroke pale singer cheer dwell grateful excitement longest hypothesis divide
strictly ports magnetic compiled twelve unity interven bearing zones succeeded separation counting clever enters
linear comparing purely attributed thou cancel inaug tier translated debug horses skip supplied generic median
declaration reson imperial connecting interactive stabil symbols std corners threads silly churches nick transformed
wrap heter belongs matched dispar dash rug notification computing submission manually fare jack wherever actress
embedded earliest sooner necessity dated masses subscription reflection extends forming unders grat whilst sink gram
warnings reasoning thrust swift affair trop virtue satisfaction lun shook alternatives expressions readily labels
pairs humor magnitude friendship cookies sculpt scripts diameter liqu intend stays lap counted independently brave
islands namely quantum deployment invisible rendering aqu pad daughters cod prototype participated vessels tribe
assumptions inclusion conservation activation arranged sail impress stones politician abol refresh arbitrary
troubles pause fancy tract shed consume voltage macro esp restored neat cord triple arise flower newer divers analog
quad glob royal spo animated rendered clouds relate dread propri prevents columns companion streams shore electro
statue dimensions shapes pione rows spite calculate mock fest switched rod variant exports fifty confusing volumes
descend chrom eleg substitute resid honour reun tender apt garbage archive villages implementing switching velocity
cit precision arrow generating randomly batch bay pleasant triumph folk terrain ende infinite continent pup
measurement disable fork implies puzz noble syntax beam sentiment recommendation gallery scholar convenience abort
incoming flows genius varied expose educated tribes summar thumb nan distinguish dense locally formerly defines
proxy sheets holder restart orb ram translate dimension trim fortune associations provincial fitting formally
encryption straightforward incon varying lord vector cargo sheep charts adjacent midst tags verb sect satisfy
elaborate sir loads classical compact cycles mistaken solved horizontal equation saves marine acres chunk
accordingly ranges swap glance correlation repository algorithms fame deriv publications aston mate alias prest
interpreted pel memor stranger backwards chron theoretical cab defining ordering persistent assignment fond
intersection scales cloth predictions din reception sequences tokens aug nest diagram appreciated colored listened
navigation slice authentic bod meter forgot containers commented woods maj axis dare searched navigate closure
profiles schemes wished sphere forty adapted nicely scal optimal popul queen analyze dot extending filters easiest
surfaces interval boats tom castle belonging characteristic trait adaptation literary evaluated prolong calculations
misunder albums corps pole complement scattered queue hij digit gem jam mapping hem radius cried advers surrender
indicator lazy cousin nearest injection inherit medi por overhead gard implicit rust paste neural proves cattle
individually disturb compiler stub faithful mixing colonial handles luc manuscript devil lever exhibition alpha
correction evangel soup republic ner bent hydro apple brick conform atomic preserved prisoner meg selecting logs
dynamics collections clone possessed locate fifteen generator ladies dialog inputs cyl definitions sufficiently env
halt jar retained limitation imported divisions configure gates behave succ sab pixel pul morph runner mud
restriction expectation intens sync formats servants accessed sketch pointer dawn matrix login git modification
inhabitants compile collision dont remainder affection performs liv prediction consisting pier nucle mobil monument
tile compatibility constraints combinations cha quantities socket une horizon configured pixels categor segments
portal hex classification probable imports calculation appar dice stamp neglect anchor byte historian credentials
singular nil von irrelevant canon mathematical propose faint anxious solving bru ber suppress accepts rivers
smallest chim domains nost bout attachment fitted authentication integer premier gauge induced medal graduated
synchron efficiently angles gesture rip conscience marker extensions vendor catalog suite partition feas thermal
clue revision bron mines capac ling optical farther mascul verse assumes inferior bundle multip illustrated cant
portrait apost amateur advise descent simpler mol generates circular bore hills simulation boundary metric nod
fixing increment cel particle vide dent servant precip logged mes inserted distances literal distinguished answering
compos len hierarchy colours logging redirect intro ain kin copied metres verified outline modifications naval url
interrupted alignment runtime piano networking lecture proposition allocated satisfying sampling bucket centered
throne corrected valley rounded stark android integral yields oct nominated hast notify integrate aggregate indul
gran lag tales commerce peculiar poetry finale lod soap coff dip inherited fog weights exclude mesh belonged coding
packet energ patron tropical updating prince typing vest cookie combining radi timer tin lid zoom compression surg
retrieve elementary sciences toggle aligned intermediate bast consisted medieval dire magnet zip critique advent ski
elegant frequencies intervals habitat charm primitive dependencies merge projection java imply curiosity metadata
allocation dependency temp sympathy rim router conqu lingu gel uint lengths vic coordinate navig lamp bapt pap
registry bool railway palace username sensible hover cad printer plugins traces merchant metrics visibility queries
dod tennis scaling prints trivial sue exterior vom override encoding python mint parse phases keyword toe validation
fetch chef prefix extracted poem jazz adapter handler cher ecc dependence theatre exempl payload fragments visitor
til unsafe lav myst permissions census simplicity idle overlap spatial fusion equals divor poet tam transmit
temporal therm canvas atom cinema rode ion fade bronze decay pert dictionary unsigned neut eleven tomb bounds dop
los cav dur obey commanded gentleman differential slope coordinates situated punk disse expedition extr observer
reproduce bog geometry foo rugby triangle perf commence lev clusters delegate initialized atoms sorted voy
compilation duplicate dock dos vain cursor pac loops quot ost dialect google ore curves constructor merged callback
outputs implements optimization kilometres cmd templates sou compute salv composite variance fal fragment tant relay
renov rav brig invoked iteration append vul bush paused padding hid pseudo distributions pod heap representations
packets subset headers drums flush listener kne mant corresponds blo caller oscill remarked pseud gent sys renamed
boolean hers nas singles vocals strat configurations nap func trailing await emission sor typed tan equip contra
carriage props namespace sang nep delta splitting cer inline lig obj defaults pity keywords widget princip invoke
stern bean args arrays fost validate dir composer anth imped timeout ray caus gle mater coron lan ingen dataset
builder derive derivative opera sob compress identifier finite periodic snapshot equations aux emit ger mapped
approximate hay html cone simulations persona dispatch galaxies chap clo feder rang pent quart bald nested clicked
registers flux exponent arist alle tempo undefined graphs discrete parish sar numerical filtered equilibrium
computed curl thats canal wed amen filename deport dens orth dst ante pens tid sender wrapper repo computation ell
jour vectors backend encoded lieutenant overflow async parser printf hen lac para gradient ale msg denomin voyage
ace dummy hurried nob sap estimation selector helper allocate whisper lieu inspir saint constraint pes competed
decimal quasi angular sod dup anterior schema rever sul chi primer notation chant img seq indent christ enum json
inverse situ fres rag genus posterior vas painter ensemble nat ali augment lett confer pint punt coefficient suffix
xml appe bou tart lookup mul rectangle contempor condu endpoint quar indices dich locale alloc decode nem mig faire
pdf algebra amplitude bos gir spectral vertex lambda initialization crow encode addr dashed fue fir sans embargo
geometric constants dimensional oppos pas dove sedan sizeof ont vil cov dispers cached las diagonal canonical trunc
coupling loader plat regex api prod datasets symmetry mont maximal entropy convergence approximation timestamp
scatter initialize iterator sep ker fins pag params calc cout lang aber quer buf denote cpu jan vec req sig denotes
este nos rand gol pian kan coefficients expr sql diffusion parsed radial theorem blob proto satisfies sow tmp sag
bere pont qui aur jug opacity placeholder dan ful arte fou lum posit pid tuple fmt bil dow substr bis bras manifold
nun conn jog tex mysql dag mars dere lug rapport logger fid bounded ptr`.split(/\s/),
);
