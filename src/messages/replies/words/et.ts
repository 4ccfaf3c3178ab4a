import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const et: ReplyWords = {
  yes: `
    jah, jaa, jaah, ja, jaajaa, jep, jepp, joo, jajah, muidugi, loomulikult, kindlasti, sobib, sobib hästi, sobib küll, see sobib, mulle sobib, kinnitan,
    kinnitatud, kinnitan aja, kinnitan aega, kinnitan visiidi, nõus, olen nõus, hästi, väga hea, hea küll, hea, selge, selge on, selge pilt, okei, oki,
    korras, kõik korras, tore, super, ikka, jah ikka, ja ikka, tulen, ma tulen, tuleme, jah tulen, tulen kohale, olen kohal, ma olen kohal, olen seal,
    jõuan, saan tulla, ilmun kohale, näeme, kohtumiseni, näeme siis, jahh, jap, jah tulen kohale, sobib mulle, aeg sobib`,
  no: `
    ei, ei aitäh, ei kahjuks, kahjuks ei, ei saa, ma ei saa, ei saa tulla, ma ei saa tulla, kahjuks ei saa, kahjuks ei saa tulla, kahjuks ma ei saa tulla,
    ma kahjuks ei saa tulla, ei saa kahjuks, ei saa kahjuks tulla, ma ei saa kahjuks tulla, ei tule, ma ei tule, kahjuks ei tule, ei sobi, kahjuks ei sobi,
    see ei sobi, mulle ei sobi, ei jõua, ma ei jõua, kahjuks ei jõua, me ei tule, me ei saa tulla, ei ole võimalik, pole võimalik, ei õnnestu, tühista,
    tühistan, tühistada, tühistage, tühistatud, tühistamine, soovin tühistada, ma soovin tühistada, tahan tühistada, ma tahan tühistada,
    sooviksin tühistada, pean tühistama, pean kahjuks tühistama, ma pean tühistama, palun tühistada, loobu, loobun, loobuda, loobun ajast,
    loobun visiidist, soovin loobuda, ütlen ära, pean ära ütlema, soovin aja tühistada, soovin oma aja tühistada, soovin visiidi tühistada,
    tahan oma aja tühistada, tahan aja tühistada, tühistan aja, tühistan oma aja, tühistan visiidi, tühistage aeg, tühistage minu aeg, tühista aeg,
    tühista minu aeg, palun tühistage minu aeg, broneeringu tühistamine, soovin broneeringu tühistada, tühistan broneeringu, katkestan, ei saa ma tulla,
    ei saa ma, pean aja tühistama, sooviksin aega tühistada, sooviksin aja tühistada, soovin aega tühistada, ütlen aja ära, ei saa ma kohale tulla,
    ei saa kohale tulla, ma ei saa kohale tulla, mul ei ole aega, ei ole aega, ei vaja enam aega, pole aega, homme ei saa, homme ei saa tulla,
    ei saa homme, ei saa homme tulla, ma ei saa homme tulla, homme ei tule, täna ei saa, täna ei saa tulla, ei saa täna tulla, ma ei saa täna tulla,
    täna ei tule`,
  stop: `
    rohkem sõnumeid ei soovi, ei soovi rohkem sõnumeid, ei soovi sõnumeid, ma ei soovi rohkem sõnumeid, ma ei soovi sõnumeid, ma ei taha rohkem sõnumeid,
    ei taha rohkem sõnumeid, ei taha sõnumeid, rohkem sõnumeid mitte saata, ärge saatke rohkem sõnumeid, ärge saatke sõnumeid, ärge saatke mulle sõnumeid,
    ärge enam sõnumeid saatke, ärge rohkem sõnumeid saatke, palun ärge saatke sõnumeid, ära saada sõnumeid, ära saada rohkem sõnumeid, lõpeta sõnumid,
    lõpetage sõnumid, lõpetage sõnumite saatmine, lõpeta sõnumite saatmine, lõpeta sms, peata sõnumid, peata sms, loobu sõnumitest, loobun sõnumitest,
    loobun sms'idest, ei mingeid sõnumeid, rohkem sms'e ei soovi, ei soovi sms'e, ei soovi rohkem sms'e, ärge saatke enam sõnumeid, ärge saatke enam sms-e,
    ei soovi rohkem sms-e, ei soovi enam sms-e, ei soovi enam sõnumeid`,
  start: `alusta sõnumeid, saatke jälle sõnumeid`,
  help: `abi`,
  polite: `
    aitäh, aitah, tänan, suur tänu, suur aitäh, palun, tänud, tänu, tänan meeldetuletuse eest, aitäh meeldetuletuse eest, tervitades, lugupidamisega, tere,
    tere päevast, tere hommikust, head päeva, ilusat päeva, nägemist`,
  sorry: `kahjuks, vabandust, vabandage, kahju, palun vabandust, sorri`,
  appointment: `aeg, aja, oma aja, minu aja, minu aeg, broneering, broneeringu, visiit, visiidi, vastuvõtt, vastuvõtu`,
  messages: `sõnumid, sõnumeid, sõnum, smsid, meeldetuletused, kõik sõnumid`,
  other: `ei tühista, ei loobu, ma ei loobu`,
}
