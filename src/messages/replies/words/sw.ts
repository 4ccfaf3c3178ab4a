import type { ReplyWords } from '../reply-words.ts'

export const sw: ReplyWords = {
  yes: `
    ndiyo, ndio, ndioo, ndiyoo, ndo, eeh, eeeh, ee, eh ndiyo, naam, hakika, kwa hakika, bila shaka, kabisa, sawa, sawasawa, sawa sawa, sawa kabisa,
    sawa tu, ni sawa, iko sawa, haya, haya sawa, poa, poa sana, poa poa, fresh, vyema, vizuri, vema, nzuri, inafaa, inanifaa, nakubali, nimekubali,
    nakubaliana, tumekubaliana, nathibitisha, nimethibitisha, ninathibitisha, imethibitishwa, thibitisha, tumethibitisha, nathibitisha miadi,
    nathibitisha miadi yangu, ninathibitisha miadi yangu, okei, nitakuja, ntakuja, ntakuwepo, nitakuwepo, nitakuwapo, nitakuwa hapo, nitafika, ntafika,
    nitahudhuria, ntahudhuria, ndiyo nitakuja, ndio nitakuja, ndiyo nitafika, ndio nitafika, nakuja, ninakuja, nafika, tutakuja, tutafika, tutakuwepo,
    naweza, naweza kuja, tutaonana, tutaonana hapo, tutaonana huko, tuonane, tuonane hapo, tuonane huko`,
  no: `
    hapana, hapanaa, la, laa, la hasha, hapana asante, hapana samahani, sivyo, siwezi, siwezi kuja, siwezi kufika, samahani siwezi, samahani siwezi kuja,
    samahani siwezi kufika, kwa bahati mbaya siwezi, kwa bahati mbaya siwezi kuja, kwa bahati mbaya siwezi kufika, kwa bahati mbaya hapana,
    kwa bahati mbaya sitaweza, kwa bahati mbaya sitaweza kuja, kwa bahati mbaya sitaweza kufika, sitaweza, sitaweza kuja, sitaweza kufika,
    sitaweza kuhudhuria, sintaweza, sintaweza kuja, sintaweza kufika, siwezi kuhudhuria, sitakuja, sintakuja, sitafika, sintafika, sitahudhuria,
    sitakuwepo, sintakuwepo, sitakuwapo, siji, sifiki, hatuwezi kuja, hatutakuja, hatutaweza kuja, haiwezekani, haitawezekana, hainifai, haifai,
    haitanifaa, nimeshindwa, nimeshindwa kuja, nimepata dharura, nina dharura, sipo, nitashindwa, nitashindwa kuja, nitashindwa kufika, ghairi, naghairi,
    ninaghairi, nimeghairi, kughairi, imeghairiwa, nataka kughairi, ningependa kughairi, naomba kughairi, inabidi nighairi, lazima nighairi,
    tafadhali ghairi, ghairi miadi, ghairi miadi yangu, tafadhali ghairi miadi yangu, tafadhali ghairi miadi, naghairi miadi, naghairi miadi yangu,
    ninaghairi miadi yangu, nataka kughairi miadi, nataka kughairi miadi yangu, ningependa kughairi miadi, ningependa kughairi miadi yangu,
    naomba kughairi miadi, naomba kughairi miadi yangu, futa, futa miadi, futa miadi yangu, tafadhali futa miadi yangu, nafuta miadi, naomba kufuta miadi,
    naomba kufuta miadi yangu, nataka kufuta miadi, nataka kufuta miadi yangu, naahirisha kabisa, nimejitoa, najitoa, nijitoe, kataa, nakataa,
    sitisha miadi, sitisha miadi yangu, nasitisha miadi, nasitisha miadi yangu, cancel, nimecancel, nacancel`,
  stop: `
    sitaki ujumbe, sitaki ujumbe zaidi, sitaki ujumbe tena, sitaki meseji, sitaki meseji tena, sitaki sms, sitaki sms tena, sitaki kupokea ujumbe,
    sitaki kupokea ujumbe tena, sitaki kupokea ujumbe zaidi, sitaki kupokea sms, sitaki kupokea meseji, sitaki tena ujumbe, sitaki tena sms, sitaki jumbe,
    sitaki jumbe zaidi, sitaki jumbe tena, hakuna ujumbe zaidi, hakuna ujumbe tena, ujumbe basi, usitume ujumbe, usitume ujumbe tena, usitume sms,
    usitume sms tena, usitume meseji, usitume meseji tena, usinitumie ujumbe, usinitumie ujumbe tena, usinitumie sms, usinitumie sms tena,
    usinitumie meseji, usinitumie meseji tena, msitume ujumbe, msitume ujumbe tena, msitume sms, msitume sms tena, msitume meseji, msinitumie ujumbe,
    msinitumie ujumbe tena, msinitumie sms, msinitumie sms tena, msinitumie meseji, msinitumie meseji tena, msinitumie tena ujumbe, msinitumie tena sms,
    tafadhali msitume ujumbe, tafadhali msinitumie ujumbe tena, tafadhali msinitumie sms tena, acha kutuma ujumbe, acha kutuma sms, acha kutuma meseji,
    acha kunitumia ujumbe, acha kunitumia sms, acha kunitumia meseji, acheni kutuma ujumbe, acheni kutuma sms, acheni kunitumia ujumbe,
    acheni kunitumia sms, acheni kunitumia meseji, simamisha ujumbe, simamisha sms, simamisha meseji, sitisha ujumbe, sitisha sms, sitisha meseji,
    komesha ujumbe, komesha sms, ondoa sms, niondoe kwenye sms, niondoe kwenye ujumbe, zima sms, zima ujumbe, stop ujumbe, stop meseji`,
  start: `anza ujumbe tena, nitumie ujumbe tena`,
  help: `msaada, usaidizi`,
  polite: `
    asante, asanteni, asante sana, ahsante, ahsante sana, ahsanteni, asante kwa kunikumbusha, asante kwa ukumbusho, asante kwa taarifa, nashukuru,
    nashukuru sana, shukrani, shukran, tafadhali, tafadhari, karibu, salamu, habari, hujambo, jambo, mambo, shikamoo, habari za asubuhi, siku njema,
    kwaheri, daktari, mungu akipenda, inshallah, bwana, mama`,
  sorry: `samahani, samahani sana, pole, pole sana, kwa bahati mbaya, naomba radhi, radhi, niwie radhi, nisamehe, nisameheni`,
  appointment: `miadi, miadi yangu, miadi hii, appointment`,
  messages: `ujumbe, jumbe, meseji, messeji, message, vikumbusho, ujumbe wote, meseji zote`,
}
