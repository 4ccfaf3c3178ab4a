import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const cs: ReplyWords = {
  yes: `
    ano, anoo, jo, jj, jojo, joo, jasně, jasne, jasný, jasnačka, no jasně, určitě, urcite, samozřejmě, samozrejme, dobře, dobre, dobrá, v pořádku,
    vpořádku, v poho, souhlasím, souhlas, platí, plati, ano platí, domluveno, hodí se, hodí se mi, vyhovuje, vyhovuje mi, to mi vyhovuje, super, perfektní,
    výborně, fajn, skvělé, potvrzuji, potvrzuju, potvrzeno, potvrzuji termín, potvrzuji účast, potvrzuji schůzku, potvrzuji návštěvu, ok potvrzuji, okej,
    oki, přijdu, prijdu, dorazím, dorazim, ano dorazím, ano přijdu, budu tam, budu, bude mi vyhovovat, přijdeme, dorazíme, budeme tam, přijedu, přijedeme,
    můžu, mohu, můžu přijít, zúčastním se, těším se, na shledanou tam, uvidíme se, tak tam, počítejte se mnou, hodí se mi to, budu tam včas, přijdu včas,
    v pohodě, jo v pohodě`,
  no: `
    ne, nee, nene, ne děkuji, bohužel ne, ne bohužel, nemůžu, nemohu, bohužel nemůžu, bohužel nemohu, nemůžu přijít, nemohu přijít, bohužel nemůžu přijít,
    bohužel nemohu přijít, nemůžu dorazit, nemohu dorazit, bohužel nemůžu dorazit, bohužel nemohu dorazit, nepřijdu, neprijdu, bohužel nepřijdu, nedorazím,
    nedorazim, bohužel nedorazím, nebudu, nebudu tam, bohužel nebudu, nehodí se, nehodí se mi, nehodí se mi to, to se mi nehodí, nevyhovuje, nevyhovuje mi,
    bohužel nevyhovuje, nepřijdeme, nedorazíme, nemůžeme, nemůžeme přijít, nestíhám, nestihnu, nestihnu to, nejde to, bohužel to nejde, nezúčastním se,
    odhlásit, odhlásit se, odhlašuji, odhlašuju, odhlašuji se, chci se odhlásit, chtěla bych se odhlásit, chtěl bych se odhlásit, zrušit, zrusit, ruším,
    rusim, zrušte, zruste, zrušeno, zrušení, zruším, chci zrušit, chci to zrušit, chtěla bych zrušit, chtěl bych zrušit, musím zrušit,
    bohužel musím zrušit, musím bohužel zrušit, prosím zrušit, prosím o zrušení, prosím o zrušení termínu, prosím zrušte, zrušte prosím, zrušte to,
    chci zrušit termín, chci zrušit schůzku, chci zrušit návštěvu, chtěla bych zrušit termín, chtěl bych zrušit termín, musím zrušit termín,
    musím zrušit schůzku, musím zrušit návštěvu, zrušit termín, zrušit schůzku, zrušit návštěvu, zrušte termín, zrušte mi termín, zrušte můj termín,
    ruším termín, ruším schůzku, ruším návštěvu, omlouvám se nepřijdu, omlouvám se nemohu přijít, omlouvám se nemůžu přijít, odvolávám, storno, stornovat,
    odřeknout, musím odřeknout, odříkám, nestíhám přijít, nestihám, se nemohu dostavit, nemohu se dostavit, nemůžu se dostavit, se nemůžu dostavit,
    musím to zrušit, chtěl bych termín zrušit, chtěla bych termín zrušit, chci se odhlásit z termínu, odhlásit z termínu, nebudu moct přijít,
    nebudu moci přijít, nemám čas, musím termín zrušit, termín už nepotřebuji, termín už nepotřebuju, už nepotřebuji termín`,
  stop: `
    žádné další zprávy, žádné další sms, žádné další smsky, žádné zprávy, žádné sms, už žádné zprávy, už žádné sms, už žádné smsky, nechci zprávy,
    nechci sms, nechci smsky, nechci další zprávy, nechci další sms, nechci už zprávy, nechci už sms, už nechci zprávy, už nechci sms,
    nechci dostávat zprávy, nechci dostávat sms, už nechci dostávat zprávy, už nechci dostávat sms, neposílejte zprávy, neposílejte sms, neposílejte smsky,
    neposílejte mi zprávy, neposílejte mi sms, neposílejte mi smsky, neposílejte další zprávy, neposílejte další sms, už neposílejte zprávy,
    už neposílejte sms, už mi neposílejte zprávy, už mi neposílejte sms, už mi nepište, prosím neposílejte sms, přestaňte posílat zprávy,
    přestaňte posílat sms, přestaňte mi posílat zprávy, přestaňte mi posílat sms, zrušit sms, zrušit zprávy, zrušit zasílání sms, zrušit zasílání zpráv,
    zrušte sms, zrušte zasílání sms, zrušte zasílání zpráv, odhlásit sms, odhlásit zprávy, odhlásit odběr, odhlásit odběr sms, zrušit odběr,
    zrušit odběr sms, ukončit sms, ukončit zprávy, vypnout sms, vypnout zprávy, konec zpráv, konec sms, neposílejte mi už sms, neposílejte už sms,
    neposílejte mi už zprávy`,
  start: `obnovit sms, obnovit zprávy, zase posílejte sms`,
  help: `nápověda`,
  polite: `
    děkuji, dekuji, děkuju, dekuju, díky, diky, dík, dik, děkuji moc, moc děkuji, děkuji za připomenutí, díky za připomenutí, mockrát děkuji, prosím,
    prosim, s pozdravem, s pozdravem a přáním hezkého dne, pozdrav, zdravím, dobrý den, dobry den, dobré ráno, ahoj, hezký den, pěkný den, na shledanou,
    nashledanou, na viděnou`,
  sorry: `omlouvám se, omlouvam se, bohužel, bohuzel, promiňte, pardon, je mi líto, lituji, škoda`,
  appointment: `termín, termin, schůzka, schůzku, návštěva, návštěvu, objednání, svůj termín, svou návštěvu, můj termín`,
  messages: `zprávy, zpravy, zprávu, smsky, smsek, upozornění, připomínky, všechny zprávy`,
}
