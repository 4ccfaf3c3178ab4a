import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const fi: ReplyWords = {
  yes: `
    kyllä, kylla, kyl, kyllä käy, kyllä sopii, kiitos kyllä, joo, juu, jep, jees, joopa, jepjep, juuh, joo kyllä, ilman muuta, totta kai, tottakai, toki,
    käy, se käy, käy hyvin, käy mulle, sopii, se sopii, sopii hyvin, sopii mulle, sopii minulle, sopii kyllä, hyvä, hyvä on, hyvä juttu, ihan hyvä, selvä,
    selvä juttu, selvä homma, asia selvä, vahvistan, vahvistettu, vahvistus, vahvistan ajan, vahvistan varauksen, olen samaa mieltä, onnistuu, se onnistuu,
    oukei, okei, okke, ookoo, ok selvä, hienoa, mainiota, loistavaa, varmasti, tulen, tuun, mä tuun, tulen kyllä, tullaan, me tulemme, tulemme,
    tulen paikalle, olen paikalla, olen tulossa, tulossa, pääsen, pääsen tulemaan, pääsen paikalle, saavun, nähdään, nähdään silloin, nähdään siellä, jes, oki,
    tietysti, tulemme paikalle, tulen silloin, kyllä tulen silloin, tietenkin`,
  no: `
    ei, en, ei kiitos, ei käy, ei sovi, ei onnistu, ei valitettavasti, valitettavasti ei, valitettavasti en, en valitettavasti, en tule, en tuu, en pääse,
    en pääse tulemaan, en pääse paikalle, en pääse valitettavasti, valitettavasti en pääse, valitettavasti en pääse tulemaan, en pääse silloin, en voi,
    en voi tulla, en valitettavasti voi tulla, valitettavasti en voi tulla, en voi valitettavasti tulla, en kykene, en ehdi, emme tule, emme pääse,
    emme voi tulla, emme pääse tulemaan, joudun perumaan, este, tuli este, minulle tuli este, mulle tuli este, olen estynyt, estynyt, ei pysty, en pysty,
    en pysty tulemaan, peru, peruuta, perun, peruutan, perutaan, peruutetaan, peruttu, peruutettu, peruutus, peruisin, perua, peruuttaa, haluan perua,
    haluan peruuttaa, haluaisin perua, haluaisin peruuttaa, täytyy perua, pitää perua, minun täytyy perua, joudun peruuttamaan,
    joudun valitettavasti perumaan, perun ajan, peruutan ajan, perun varauksen, perun aikani, peruutan aikani, perun ajanvarauksen, haluan perua ajan,
    haluan perua aikani, haluan peruuttaa ajan, haluan peruuttaa aikani, haluan perua varauksen, haluan perua varaukseni, haluaisin perua ajan,
    haluaisin perua aikani, haluaisin peruuttaa ajan, peru aika, peru aikani, peru varaus, peru varaukseni, peruuta aika, peruuta aikani, peruuta varaus,
    peruuta varaukseni, voitko perua, voitteko perua, ilmoittaudun pois, cancel, en valitettavasti ehdi, en valitettavasti pääse,
    en valitettavasti pääse paikalle, peruuttakaa aikani, peruuttakaa aika, perukaa aikani, minulle ei käy, minulle ei sovi, en valitettavasti pääse tulemaan,
    en tarvitse enää aikaa, en tarvitse aikaa enää, minulla ei ole aikaa, en pääse huomenna, en pääse tulemaan huomenna, huomenna en pääse,
    en voi tulla huomenna, en pääse tänään, en pääse tulemaan tänään, tänään en pääse, en voi tulla tänään`,
  stop: `
    ei enää viestejä, ei enää tekstiviestejä, ei enää tekstareita, ei enempää viestejä, ei lisää viestejä, ei viestejä, ei viestejä enää,
    ei tekstiviestejä, ei enää muistutuksia, älkää lähettäkö viestejä, älkää lähettäkö enää viestejä, älkää lähettäkö enää tekstiviestejä,
    älä lähetä viestejä, älä lähetä enää viestejä, en halua viestejä, en halua enää viestejä, en halua tekstiviestejä, en halua enää tekstiviestejä,
    en halua lisää viestejä, lopeta viestit, lopeta tekstiviestit, lopettakaa viestit, lopettakaa viestien lähettäminen, lopeta viestien lähettäminen,
    lopeta sms, viestien lopetus, peru viestit, peruuta viestit, poista viestit, ei enempää tekstareita, älkää lähettäkö tekstiviestejä,
    älkää lähettäkö enempää viestejä`,
  start: `aloita viestit, viestejä taas`,
  help: `apua, ohje`,
  polite: `
    kiitos, kiitoksia, kiitti, kiitos paljon, paljon kiitoksia, kiitos muistutuksesta, kiitos viestistä, suuri kiitos, terveisin, ystävällisin terveisin,
    terv, t, hei, moi, moikka, terve, huomenta, hyvää päivää, hyvää huomenta, päivää, mukavaa päivää, hyvää päivänjatkoa, ole hyvä, pliis`,
  sorry: `valitettavasti, valitettavasti nyt, ikävä kyllä, anteeksi, pahoittelut, pahoittelen, sori, harmi`,
  appointment: `aika, ajan, aikani, varaus, varauksen, varaukseni, ajanvaraus, ajanvarauksen, ajanvaraukseni`,
  messages: `viestit, viesti, viestejä, tekstarit, tekstiviestit, tekstiviestejä, muistutukset, kaikki viestit`,
  other: `en peruuta, en peru, en ole perunut, ei peruuteta, ei peruta, ei peru, ei peruuta`,
}
