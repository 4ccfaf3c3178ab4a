import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const sk: ReplyWords = {
  yes: `
    áno, ano, anoo, hej, jasné, jasne, jasnačka, no jasné, určite, urcite, samozrejme, pravdaže, dobre, v poriadku, vporiadku, v pohode, súhlasím,
    suhlasim, súhlas, platí, plati, áno platí, dohodnuté, hodí sa, hodí sa mi, vyhovuje, vyhovuje mi, super, perfektné, výborne, fajn, skvelé, potvrdzujem,
    potvrdené, potvrdzujem termín, potvrdzujem účasť, potvrdzujem návštevu, okej, oki, jj, prídem, pridem, áno prídem, dorazím, dorazim, budem tam, budem,
    prídeme, dorazíme, budeme tam, môžem, môžem prísť, zúčastním sa, teším sa, uvidíme sa, vidíme sa, počítajte so mnou, budem tam načas, prídem načas,
    jo v pohode`,
  no: `
    nie, niee, nie ďakujem, bohužiaľ nie, žiaľ nie, nie bohužiaľ, nemôžem, nemozem, bohužiaľ nemôžem, žiaľ nemôžem, nemôžem prísť, nemozem prist,
    bohužiaľ nemôžem prísť, žiaľ nemôžem prísť, nemôžem doraziť, neprídem, nepridem, bohužiaľ neprídem, žiaľ neprídem, nedorazím, nedorazim,
    bohužiaľ nedorazím, nebudem, nebudem tam, nebudem môcť prísť, bohužiaľ nebudem môcť prísť, nehodí sa, nehodí sa mi, nehodí sa mi to, nevyhovuje,
    nevyhovuje mi, neprídeme, nemôžeme, nemôžeme prísť, nestíham, nestihnem, nestihnem to, nedá sa, nezúčastním sa, odhlásiť, odhlásiť sa, odhlasujem,
    odhlasujem sa, chcem sa odhlásiť, zrušiť, zrusit, ruším, rusim, zrušte, zruste, zrušené, zrušenie, zruším, chcem zrušiť, chcem to zrušiť,
    chcela by som zrušiť, chcel by som zrušiť, musím zrušiť, bohužiaľ musím zrušiť, žiaľ musím zrušiť, prosím zrušiť, prosím o zrušenie,
    prosím o zrušenie termínu, prosím zrušte, zrušte prosím, zrušte to, chcem zrušiť termín, chcem zrušiť návštevu, chcem zrušiť stretnutie,
    chcela by som zrušiť termín, chcel by som zrušiť termín, musím zrušiť termín, musím zrušiť návštevu, zrušiť termín, zrušiť návštevu, zrušte termín,
    zrušte mi termín, zrušte môj termín, ruším termín, ruším návštevu, ospravedlňujem sa neprídem, storno, stornovať, odvolávam, odriecť, nestíham prísť,
    sa nemôžem dostaviť, nemôžem sa dostaviť, musím to zrušiť, chcel by som termín zrušiť, chcela by som termín zrušiť, chcem sa odhlásiť z termínu,
    odhlásiť z termínu, nemám čas, musím termín zrušiť, termín už nepotrebujem, už nepotrebujem termín, zajtra nemôžem, zajtra nemôžem prísť,
    zajtra neprídem, nemôžem zajtra, nemôžem zajtra prísť, dnes nemôžem, dnes nemôžem prísť, dnes neprídem, nemôžem dnes prísť`,
  stop: `
    žiadne ďalšie správy, žiadne ďalšie sms, žiadne ďalšie smsky, žiadne správy, žiadne sms, už žiadne správy, už žiadne sms, nechcem správy, nechcem sms,
    nechcem smsky, nechcem ďalšie správy, nechcem ďalšie sms, nechcem už správy, nechcem už sms, už nechcem správy, už nechcem sms,
    nechcem dostávať správy, nechcem dostávať sms, už nechcem dostávať správy, už nechcem dostávať sms, neposielajte správy, neposielajte sms,
    neposielajte smsky, neposielajte mi správy, neposielajte mi sms, neposielajte mi smsky, neposielajte ďalšie správy, neposielajte ďalšie sms,
    už neposielajte správy, už neposielajte sms, už mi neposielajte správy, už mi neposielajte sms, prosím neposielajte sms, prestaňte posielať správy,
    prestaňte posielať sms, prestaňte mi posielať správy, prestaňte mi posielať sms, zrušiť sms, zrušiť správy, zrušiť zasielanie sms,
    zrušiť zasielanie správ, zrušte sms, zrušte zasielanie sms, zrušte zasielanie správ, odhlásiť sms, odhlásiť správy, odhlásiť odber, odhlásiť odber sms,
    zrušiť odber, zrušiť odber sms, ukončiť sms, ukončiť správy, vypnúť sms, vypnúť správy, koniec správ, koniec sms, neposielajte mi už sms,
    neposielajte už sms, neposielajte mi už správy, žiadne sms už`,
  start: `obnoviť sms, obnoviť správy`,
  help: `pomoc`,
  polite: `
    ďakujem, dakujem, ďakujeme, vďaka, vdaka, dík, díky, diky, ďakujem pekne, ďakujem veľmi pekne, pekne ďakujem, ďakujem za pripomenutie,
    vďaka za pripomenutie, prosím, prosim, s pozdravom, pozdravujem, dobrý deň, dobry den, dobré ráno, ahoj, pekný deň, dovidenia, do videnia`,
  sorry: `ospravedlňujem sa, ospravedlnujem sa, bohužiaľ, bohuzial, žiaľ, zial, prepáčte, pardon, je mi ľúto, ľutujem, škoda`,
  appointment: `termín, termin, návšteva, návštevu, stretnutie, svoj termín, môj termín, moju návštevu`,
  messages: `správy, spravy, správu, smsky, smsiek, upozornenia, pripomienky, všetky správy`,
  not: `nie`,
  cancels: `zruš, zrus`,
}
