import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const sl: ReplyWords = {
  yes: `
    da, daa, dada, ja, jaa, jap, jep, seveda, vsekakor, gotovo, zagotovo, potrjujem, potrjeno, potrdi, potrdim, potrditev, potrjujem termin,
    potrjujem prihod, potrjujem obisk, v redu, vredu, uredu, dobro, dobra, prav, že prav, velja, bom, strinjam se, ustreza, mi ustreza, ustreza mi,
    odgovarja, mi odgovarja, paše, paše mi, super, odlično, okej, oki, točno, jasno, pridem, da pridem, ja pridem, bom prišel, bom prišla, bom prisoten,
    bom prisotna, bom tam, pridemo, bomo prišli, lahko pridem, se vidimo, vidimo se, nasvidenje takrat, drži, dogovorjeno, se strinjam, prideva`,
  no: `
    ne, nee, ne hvala, žal ne, ne žal, ne morem, žal ne morem, ne morem priti, žal ne morem priti, na žalost ne morem priti, na žalost ne morem,
    na žalost ne, ne bom mogel, ne bom mogla, ne bom mogel priti, ne bom mogla priti, žal ne bom mogel priti, žal ne bom mogla priti, ne bom prišel,
    ne bom prišla, žal ne bom prišel, žal ne bom prišla, ne pridem, žal ne pridem, ne bo me, žal me ne bo, me ne bo, ne ustreza, ne ustreza mi,
    mi ne ustreza, ne odgovarja, ne odgovarja mi, ne paše mi, ne moremo, ne moremo priti, ne pridemo, zadržan sem, zadržana sem, sem zadržan, sem zadržana,
    ne uspem, ne gre, odjava, odjavi, odjavi me, odjavite me, odjavljam, odjavljam se, želim se odjaviti, rad bi se odjavil, odpoved, odpovedujem, odpovem,
    odpovejte, odpovedati, odpovedano, želim odpovedati, moram odpovedati, žal moram odpovedati, rad bi odpovedal, rada bi odpovedala, prosim odpovejte,
    odpovedujem termin, odpovedujem obisk, odpovem termin, odpoved termina, želim odpovedati termin, želim odpovedati obisk, moram odpovedati termin,
    žal moram odpovedati termin, rad bi odpovedal termin, rada bi odpovedala termin, odpovejte moj termin, odpovejte termin, odpovedati termin, prekliči,
    prekličem, prekličite, preklicujem, preklic, preklicati, želim preklicati, želim preklicati termin, moram preklicati, prekličite termin,
    prekličite moj termin, preklicujem termin, prekličem termin, prekini termin, storno, ne bo šlo, ne utegnem, se ne morem udeležiti, ne morem se udeležiti,
    nimam časa, termina ne potrebujem več, ne potrebujem več termina, jutri ne morem, jutri ne morem priti, ne morem jutri, ne morem priti jutri,
    jutri me ne bo, jutri ne pridem, danes ne morem, danes ne morem priti, danes ne pridem`,
  stop: `
    brez sporočil, nobenih sporočil, nobenih sporočil več, nobenih sms, nobenih sms več, nobenih sms-ov, nočem sporočil, nočem več sporočil,
    ne želim sporočil, ne želim več sporočil, ne želim prejemati sporočil, ne želim več prejemati sporočil, ne želim sms, ne želim več sms,
    ne želim prejemati sms, ne želim sms sporočil, ne želim več sms sporočil, ne želim prejemati sms sporočil, ne pošiljajte sporočil,
    ne pošiljajte mi sporočil, ne pošiljajte več sporočil, ne pošiljajte mi več sporočil, ne pošiljajte sms, ne pošiljajte mi sms, ne pošiljajte več sms,
    ne pošiljajte sms sporočil, prosim ne pošiljajte sporočil, prenehajte pošiljati sporočila, prenehajte s sporočili, prenehajte pošiljati sms,
    ustavi sms, ustavi sporočila, ustavite sporočila, ustavite sms, odjava sms, odjava od sms, odjava od sporočil, odjava sporočil, odjavi sms,
    odjavite me od sms, odjavite me od sporočil, konec sporočil, prekini sms, prekini sporočila, izklopi sms, izklopi sporočila`,
  start: `spet pošiljajte sporočila`,
  help: `pomoč`,
  polite: `
    hvala, hvala lepa, hvala lepo, najlepša hvala, hvala za opomnik, hvala za obvestilo, prosim, lep pozdrav, lp, lep dan, lepo pozdravljeni, pozdravljeni,
    pozdrav, dober dan, dobro jutro, živjo, spoštovani, nasvidenje`,
  sorry: `žal, zal, na žalost, oprostite, opravičujem se, se opravičujem, opravičilo, žal mi je, škoda`,
  appointment: `termin, moj termin, svoj termin, obisk, moj obisk, naročilo`,
  messages: `sporočila, sporocila, sporočil, smsi, opomniki, obvestila, vsa sporočila`,
  not: `ne`,
  cancels: `odpov, preklic, odjav`,
  other: `ne odpovej, ni odpovedan`,
}
