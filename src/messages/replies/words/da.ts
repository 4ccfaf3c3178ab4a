import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const da: ReplyWords = {
  yes: `
    ja, jaa, jep, jeps, jo, japs, jaja, ja da, jatak, bekræft, bekræfter, bekræftet, jeg bekræfter, hermed bekræftet, bekraefter, bekraeftet, bekrefter,
    fint, helt fint, det er fint, fint med mig, det er helt fint, fint nok, super, perfekt, godt, det er godt, det passer, det passer fint, passer fint,
    passer mig fint, i orden, det er i orden, selvfølgelig, selvfoelgelig, naturligvis, sikkert, helt sikkert, klart, det er en aftale, gerne, meget gerne,
    modtaget og bekræftet, oki, okidoki, j, jeg kommer, kommer, vi kommer, jeg kommer gerne, jeg skal nok komme, jeg møder op, jeg er der,
    jeg vil være der, jeg dukker op, vi ses, ses, vi ses der, vi ses så, på gensyn, jeg kan, jeg kan godt, jeg kan komme, det kan jeg, helt i orden,
    tiden er bekræftet, det passer mig, det passer mig fint, aftalen er ok, tiden er ok, tiden passer`,
  no: `
    nej, nej tak, næ, niks, nej desværre, desværre nej, desværre ikke, jeg kan ikke, kan ikke, jeg kan desværre ikke, kan desværre ikke,
    jeg kan ikke komme, kan ikke komme, jeg kan desværre ikke komme, kan desværre ikke komme, jeg kommer ikke, kommer ikke, kommer desværre ikke,
    jeg kommer desværre ikke, vi kommer ikke, vi kan ikke komme, det kan jeg ikke, det kan jeg desværre ikke, det går ikke, det går desværre ikke,
    det passer ikke, det passer desværre ikke, passer ikke, jeg er forhindret, er forhindret, forhindret, jeg når det ikke, jeg er der ikke, afbud,
    jeg melder afbud, melder afbud, jeg må melde afbud, må melde afbud, jeg må desværre melde afbud, må desværre melde afbud, jeg vil melde afbud,
    jeg vil gerne melde afbud, afmeld, afmelder, afmelding, afmelde, jeg vil afmelde, frameld, framelder, aflys, aflyse, aflyser, aflyst, aflysning,
    jeg aflyser, jeg vil aflyse, jeg vil gerne aflyse, jeg ønsker at aflyse, jeg må aflyse, må aflyse, jeg må desværre aflyse, må desværre aflyse,
    jeg bliver nødt til at aflyse, bliver nødt til at aflyse, annuller, annullere, annulleret, jeg vil annullere, jeg vil gerne annullere, slet,
    jeg vil gerne aflyse min tid, jeg vil aflyse min tid, jeg vil gerne afmelde min tid, jeg afmelder min tid, jeg afmelder mig, desvaerre ikke,
    nej desvaerre, kan desvaerre ikke, kan desvaerre ikke komme, kommer desvaerre ikke, jeg kan desvaerre ikke komme, jeg kan desvaerre ikke, cancel,
    cancle, kan jeg ikke, kan jeg ikke komme, kan jeg ikke møde op, kan jeg desværre ikke komme, kan jeg desværre ikke, jeg kan ikke møde op,
    er desværre forhindret, jeg er desværre forhindret, det passer mig ikke, passer mig ikke, vil gerne aflyse, vil gerne aflyse tiden,
    jeg vil gerne aflyse tiden, er nødt til at aflyse, jeg er nødt til at aflyse, jeg kan ikke den dag, kan ikke den dag, har ikke tid, jeg har ikke tid,
    jeg har ikke brug for tiden, har ikke brug for tiden, jeg kan ikke i morgen, kan ikke i morgen, jeg kan ikke komme i morgen,
    kan ikke komme i morgen, jeg kan desværre ikke i morgen, jeg kan desværre ikke komme i morgen, i morgen kan jeg ikke, jeg kan ikke i dag,
    kan ikke i dag, jeg kan ikke komme i dag, kan ikke komme i dag, i dag kan jeg ikke`,
  stop: `
    ikke flere beskeder, ikke flere sms, ikke flere sms'er, ikke flere smser, ingen flere beskeder, ingen flere sms, ingen flere sms'er, ingen beskeder,
    ingen sms, ingen sms'er, ingen sms'er mere, ingen beskeder mere, ikke flere påmindelser, send ikke flere beskeder, send ikke flere sms,
    send ikke flere sms'er, stop med beskeder, stop med sms, stop med sms'er, stop med at sende beskeder, stop med at sende sms, stop med at sende sms'er,
    stop beskeder, stop sms'er, afmeld sms, afmeld beskeder, afmeld sms'er, frameld sms, frameld beskeder, jeg vil ikke have flere beskeder,
    jeg vil ikke have flere sms'er, jeg vil ikke have flere sms, jeg vil ikke have sms, jeg vil ikke have beskeder, jeg ønsker ikke flere sms'er,
    jeg ønsker ikke flere beskeder, jeg ønsker ikke flere sms, send mig ikke flere sms, send mig ikke flere sms'er, send mig ikke flere beskeder`,
  start: `tilmeld sms, tilmeld beskeder`,
  help: `hjælp`,
  polite: `
    tak, mange tak, tusind tak, tak skal du have, tak for det, tak for påmindelsen, tak for beskeden, på forhånd tak, venlig hilsen, venligst, mvh, vh, kh,
    hilsen, hej, hejsa, goddag, godmorgen, dav, hav en god dag, god dag, kære`,
  sorry: `beklager, jeg beklager, desværre, desvaerre, undskyld, undskylder, det er jeg ked af, øv`,
  appointment: `tid, tiden, min tid, aftale, aftalen, min aftale, den aftale, denne tid, denne aftale`,
  messages: `beskeder, besked, smser, påmindelser, meddelelser, alle beskeder`,
  other: `passer tiden, passer aftalen, passer min tid, stemmer tiden, stemmer aftalen`,
}
