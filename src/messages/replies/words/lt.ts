import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const lt: ReplyWords = {
  yes: `
    taip, taip taip, tep, tp, jo, žinoma, aišku, be abejo, būtinai, tikrai, tikrai taip, gerai, labai gerai, tinka, man tinka, tiks, puiku, puikiai, super,
    sutinku, patvirtinu, patvirtinta, patvirtinu vizitą, patvirtinu apsilankymą, sutarta, viskas gerai, okei, okay, supratau tinka, būsiu, aš būsiu,
    taip būsiu, būsime, atvyksiu, aš atvyksiu, atvyksime, ateisiu, aš ateisiu, atvažiuosiu, galiu, galiu atvykti, galėsiu, iki susitikimo, susitiksime,
    tada iki, iki tada, dalyvausiu, joo, aha, oki, pasimatysim, iki pasimatymo, ateinu, ateisime, laikas tinka`,
  no: `
    ne, ne ačiū, deja ne, ne deja, negaliu, aš negaliu, deja negaliu, negalėsiu, aš negalėsiu, deja negalėsiu, aš deja negalėsiu, negaliu atvykti,
    negalėsiu atvykti, aš negalėsiu atvykti, deja negalėsiu atvykti, deja negaliu atvykti, negaliu ateiti, negalėsiu ateiti, aš negalėsiu ateiti,
    deja negalėsiu ateiti, deja negaliu ateiti, nebūsiu, aš nebūsiu, deja nebūsiu, neatvyksiu, aš neatvyksiu, deja neatvyksiu, neateisiu, aš neateisiu,
    deja neateisiu, netinka, man netinka, deja netinka, nepavyks, deja nepavyks, neišeis, negalėsime, negalėsime atvykti, nebūsime, nespėsiu, nedalyvausiu,
    atšaukti, atšaukite, atšaukiu, atšaukta, atšaukimas, noriu atšaukti, aš noriu atšaukti, norėčiau atšaukti, turiu atšaukti, deja turiu atšaukti,
    prašau atšaukti, prašome atšaukti, atsisakau, atsisakyti, aš atsisakau, noriu atsisakyti, atsisakau vizito, noriu atšaukti vizitą,
    noriu atšaukti savo vizitą, norėčiau atšaukti vizitą, norėčiau atšaukti savo vizitą, atšaukti vizitą, atšaukite vizitą, atšaukite mano vizitą,
    atšaukiu vizitą, atšaukiu savo vizitą, turiu atšaukti vizitą, atsisakau apsilankymo, noriu atsisakyti vizito, anuliuoti, anuliuokite, negalėsiu būti,
    neturiu laiko, vizito nebereikia, man nebereikia vizito, rytoj negaliu, rytoj negalėsiu, rytoj negalėsiu atvykti, rytoj neatvyksiu, negaliu rytoj,
    negalėsiu rytoj atvykti, šiandien negaliu, šiandien negalėsiu, šiandien negalėsiu atvykti, šiandien neatvyksiu`,
  stop: `
    nebesiųskite žinučių, nebesiųskite sms, nebesiųskite man žinučių, nebesiųskite pranešimų, nebesiųskit žinučių, nesiųskite žinučių,
    nesiųskite man žinučių, nesiųskite sms, nesiųskite daugiau žinučių, daugiau nesiųskite žinučių, daugiau nesiųskite sms, daugiau žinučių nesiųskite,
    nesiųskite pranešimų, prašau nebesiųsti žinučių, prašau nesiųsti žinučių, nenoriu žinučių, nebenoriu žinučių, nenoriu gauti žinučių,
    nebenoriu gauti žinučių, nenoriu sms, nebenoriu sms, nenoriu gauti sms, daugiau jokių žinučių, jokių žinučių, stabdyti žinutes, stabdyti sms,
    sustabdyti sms, sustabdyti žinutes, sustabdykite žinutes, nutraukti sms, nutraukti žinutes, atsisakau žinučių, atsisakyti žinučių, atsisakau sms,
    atsisakyti sms, nebenoriu gauti sms, nenoriu daugiau sms, daugiau nenoriu sms, nenoriu daugiau žinučių`,
  start: `vėl siųskite žinutes, pradėti sms`,
  help: `pagalba`,
  polite: `
    ačiū, aciu, ačiu, labai ačiū, ačiū už priminimą, dėkoju, dėkui, dekui, prašau, prašyčiau, prašom, pagarbiai, laba diena, labas, sveiki, labas rytas,
    geros dienos, gražios dienos, viso gero, iki, sudie`,
  sorry: `deja, atsiprašau, atleiskite, gaila, apgailestauju`,
  appointment: `vizitas, vizitą, vizito, savo vizitą, mano vizitą, apsilankymas, apsilankymą`,
  messages: `žinutės, žinučių, žinutė, priminimai, pranešimai, visos žinutės, sms žinutės`,
}
