import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const sv: ReplyWords = {
  yes: `
    ja, jaa, japp, jepp, jajamän, jajamen, jajemensan, jo, jorå, absolut, självklart, sjalvklart, såklart, javisst, visst, givetvis, bekräfta, bekräftar,
    bekräftat, jag bekräftar, härmed bekräftat, bra, det är bra, det går bra, går bra, det funkar, funkar, funkar bra, det passar, det passar bra,
    passar bra, passar mig, det blir bra, blir bra, stämmer, det stämmer, utmärkt, perfekt, toppen, kanon, super, fint, det låter bra, okej, okidoki,
    gärna, jättebra, kör på det, j, jag kommer, kommer, vi kommer, jag är där, är där, jag dyker upp, jag kommer dit, vi ses, ses, vi ses då, ses då,
    på återseende, jag kan, jag kan komma, det kan jag, räkna med mig, oki, jag är där då, tiden är bekräftad, naturligtvis, det passar mig, tiden är ok,
    tiden passar`,
  no: `
    nej, nä, nää, nej tack, näe, nope, nej tyvärr, tyvärr nej, tyvärr inte, tyvärr, jag kan inte, kan inte, jag kan tyvärr inte, kan tyvärr inte,
    jag kan inte komma, kan inte komma, jag kan tyvärr inte komma, kan tyvärr inte komma, jag kommer inte, kommer inte, kommer tyvärr inte,
    jag kommer tyvärr inte, vi kommer inte, vi kan inte komma, det går inte, det går tyvärr inte, går inte, det funkar inte, funkar inte, det passar inte,
    passar inte, jag har fått förhinder, har fått förhinder, fått förhinder, förhinder, förhindrad, jag är förhindrad, jag hinner inte, jag uteblir,
    det kan jag inte, avboka, avbokar, avbokas, avbokad, avbokat, avbokning, jag avbokar, jag vill avboka, vill avboka, jag vill gärna avboka,
    jag måste avboka, måste avboka, jag måste tyvärr avboka, måste tyvärr avboka, jag behöver avboka, behöver avboka, jag skulle vilja avboka,
    skulle vilja avboka, jag önskar avboka, avanmäl, avanmäla, avanmälan, avanmäler, jag avanmäler mig, ställ in, ställa in, jag vill ställa in,
    jag måste ställa in, avbeställ, avbeställa, jag vill avbeställa, jag lämnar återbud, lämnar återbud, återbud, jag vill lämna återbud,
    jag måste lämna återbud, annullera, jag vill avboka min tid, vill avboka min tid, jag vill avboka tiden, jag måste avboka min tid,
    jag måste avboka tiden, måste avboka min tid, jag avbokar min tid, cancel, kan jag inte, kan jag inte komma, jag har förhinder, har förhinder,
    har tyvärr fått förhinder, jag har tyvärr fått förhinder, jag vill avanmäla mig från tiden, avanmäla mig från tiden, jag kommer ej, kommer ej, kan ej,
    jag kan ej, jag kan inte den dagen, kan inte den dagen, jag behöver inte tiden, behöver inte tiden längre, jag har inte tid, har inte tid,
    jag kan inte imorgon, kan inte imorgon, jag kan inte i morgon, kan inte i morgon, jag kan inte komma imorgon, jag kan inte komma i morgon,
    kan inte komma imorgon, imorgon kan jag inte, i morgon kan jag inte, jag kan inte idag, kan inte idag, jag kan inte komma idag,
    kan inte komma idag, idag kan jag inte`,
  stop: `
    inga fler sms, inga fler meddelanden, inga fler påminnelser, inga mer sms, inga mer meddelanden, inga sms, inga meddelanden, inga sms tack,
    inte fler sms, inte fler meddelanden, skicka inga fler sms, skicka inga fler meddelanden, skicka inte fler sms, skicka inte fler meddelanden,
    skicka inte sms, sluta skicka sms, sluta skicka meddelanden, sluta sms:a, sluta smsa, sluta med sms, sluta med meddelanden, stoppa sms,
    stoppa meddelanden, stoppa alla sms, avregistrera sms, avanmäl sms, avanmäl meddelanden, avsluta sms, avsluta meddelanden, avsluta sms utskick,
    jag vill inte ha fler sms, jag vill inte ha sms, jag vill inte ha fler meddelanden, jag vill inte ha meddelanden, vill inte ha fler sms,
    vill inte ha sms, vill inte ha fler meddelanden`,
  start: `börja skicka sms igen, starta sms, starta meddelanden`,
  help: `hjälp`,
  polite: `
    tack, tack så mycket, tackar, tusen tack, stort tack, tack för påminnelsen, tack för informationen, tack på förhand, snälla, mvh, hälsningar,
    vänliga hälsningar, vänligen, med vänlig hälsning, hej, hejsan, tjena, god morgon, goddag, ha en bra dag, ha det bra, hej då, kram`,
  sorry: `förlåt, ledsen, jag är ledsen, beklagar, jag beklagar, ursäkta, sorry, tråkigt nog`,
  appointment: `tid, tiden, min tid, bokning, bokningen, min bokning, besök, besöket, mitt besök, den tiden`,
  messages: `meddelanden, meddelande, smsen, påminnelser, alla meddelanden, sms meddelanden`,
  other: `stämmer tiden, stämmer min tid, stämmer bokningen, passar tiden, funkar tiden`,
}
