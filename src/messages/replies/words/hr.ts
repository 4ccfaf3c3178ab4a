import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const hr: ReplyWords = {
  yes: `
    da, daa, dada, da da, naravno, svakako, sigurno, može, moze, može može, potvrđujem, potvrdujem, potvrđeno, potvrdeno, potvrda, potvrdi,
    potvrđujem dolazak, potvrđujem termin, potvrdjujem, potvrdjeno, potvrdjujem dolazak, u redu, uredu, dobro, dobra, vrijedi, slažem se, slazem se,
    odgovara, odgovara mi, paše, paše mi, super, odlično, okej, oki, važi, vazi, dogovoreno, jasno, nego što, dolazim, da dolazim, doći ću, doci cu,
    bit ću, bit cu, bit ću tamo, biti ću tamo, dolazimo, doći ćemo, stižem, mogu, mogu doći, vidimo se, vidimo se tada, vidimo se tamo`,
  no: `
    ne, nee, ne hvala, nažalost ne, na žalost ne, ne nažalost, ne mogu, nemogu, nažalost ne mogu, na žalost ne mogu, ne mogu doći, nemogu doći,
    nažalost ne mogu doći, na žalost ne mogu doći, ne mogu nažalost, neću, neću doći, neću moći, neću moći doći, nažalost neću moći doći,
    nažalost neću moći, nažalost neću doći, na žalost neću moći doći, ne dolazim, nažalost ne dolazim, neće mi odgovarati, ne odgovara, ne odgovara mi,
    nažalost ne odgovara, ne paše mi, ne možemo, ne možemo doći, nećemo doći, spriječen sam, spriječena sam, spriječen, ne stižem, necu moci doci,
    necu doci, necu moci, ne mogu doci, nazalost ne mogu doci, nazalost ne mogu, nažalost ne stižem, odjava, odjavi, odjavi me, odjavite me, odjavljujem,
    odjavljujem se, odjavljujem dolazak, želim se odjaviti, otkaz, otkazati, otkazujem, otkaži, otkažite, otkazano, otkazivanje, želim otkazati,
    htjela bih otkazati, htio bih otkazati, moram otkazati, nažalost moram otkazati, moram nažalost otkazati, molim otkazati, molim otkažite,
    otkazujem termin, otkazujem dolazak, otkazati termin, želim otkazati termin, htjela bih otkazati termin, htio bih otkazati termin,
    moram otkazati termin, nažalost moram otkazati termin, otkažite termin, otkažite moj termin, molim otkazivanje termina, otkazivanje termina, poništi,
    poništavam, poništiti, poništite, želim poništiti termin, odustajem, odustajem od termina, storno, ne žalim, nemam vremena, ne trebam više termin,
    termin mi više ne treba, sutra ne mogu, sutra ne mogu doći, ne mogu sutra, ne mogu doći sutra, ne mogu sutra doći, sutra ne dolazim,
    danas ne mogu, danas ne mogu doći, ne mogu danas, ne mogu danas doći, danas ne dolazim`,
  stop: `
    bez poruka, ne želim poruke, ne želim više poruke, ne želim više poruka, ne želim primati poruke, ne želim više primati poruke, ne želim sms,
    ne želim više sms, ne želim sms poruke, ne želim više sms poruke, ne želim primati sms, ne želim primati sms poruke, ne šaljite poruke,
    ne šaljite mi poruke, ne šaljite više poruke, ne šaljite mi više poruke, nemojte slati poruke, nemojte više slati poruke, nemojte mi slati poruke,
    nemojte mi više slati poruke, nemojte slati sms, nemojte mi slati sms, nemojte slati sms poruke, ne šaljite sms, ne šaljite mi sms,
    ne šaljite sms poruke, prestanite slati poruke, prestanite mi slati poruke, prestanite slati sms, prestanite sa porukama, prestanite s porukama,
    zaustavi poruke, zaustavi sms, zaustavite poruke, zaustavite sms, odjava poruka, odjava sms, odjava sms poruka, odjava od poruka, odjava od sms-a,
    odjavi sms, odjavi poruke, odjavite me sa sms liste, odjavite sms, nema više poruka, nikakve poruke, više ne želim poruke, više ne želim sms,
    prekini poruke, isključi sms, isključi poruke, ne šaljite više sms, ne šaljite mi više sms`,
  start: `opet šaljite poruke`,
  help: `pomoć`,
  polite: `
    hvala, hvala lijepa, hvala lijepo, hvala vam, puno hvala, najljepša hvala, hvala na podsjetniku, hvala na obavijesti, hvala unaprijed, molim,
    molim vas, lp, lijep pozdrav, srdačan pozdrav, pozdrav, poz, ugodan dan, lijep dan, dobar dan, dobro jutro, dobra večer, bok, poštovani, s poštovanjem,
    doviđenja`,
  sorry: `nažalost, nazalost, na žalost, žao mi je, zao mi je, oprostite, ispričavam se, ispricavam se, isprika, ispričavam, sorry, šteta`,
  appointment: `termin, moj termin, svoj termin, dolazak, svoj dolazak, pregled, posjet, narudžbu`,
  messages: `poruke, poruka, smsovi, podsjetnici, podsjetnike, obavijesti, sve poruke`,
  not: `ne`,
  cancels: `otkaz, odjav, poništ`,
  other: `ne otkazujte, ne otkazuj, nije otkazano`,
}
