import type { ReplyWords } from '../reply-words.ts'

export const mt: ReplyWords = {
  yes: `
    iva, ivaa, iwa, iva iva, ija, ijja, ehe, eħe, mela, mela iva, iva mela, tajjeb, sew, orrajt, ok mela, tajba, all right, ovvja, ovvjament, ċert,
    ċertament, cert, bilfors, naqbel, perfett, bil-pjaċir, jaqbilli, nikkonferma, ikkonfermat, ikkonfermata, nikkonfermalek, konferma, ikkonferma,
    nikkonferma l-appuntament, inkonferma, kkonfermat, aċċettat, naċċetta, sewwa, tajjeb ħafna, ġej, gej, ġejja, gejja, jien ġej, jien ġejja, niġi, nigi,
    iva niġi, iva nigi, se niġi, se nigi, ħa niġi, ha nigi, inkun hemm, se nkun hemm, ha nkun hemm, ħa nkun hemm, nkun hemm, niġu, nigu, ġejjin, gejjin,
    nista' niġi, nista niġi, nista nigi, narak hemm, narakom, narakom hemm, narakom dakinhar`,
  no: `
    le, lee, lle, le grazzi, sfortunatament le, ma nistax, ma nistax niġi, ma nistax nigi, sfortunatament ma nistax, sfortunatament ma nistax niġi,
    sfortunatament ma nistax nigi, ma niġix, ma nigix, mhux ġej, mhux gej, mhux ġejja, mhux gejja, m'iniex ġej, m'iniex ġejja, miniex gej, miniex gejja,
    mhux se niġi, mhux se nigi, mhux ħa niġi, mhux ha nigi, mhux se nkun hemm, mhux ha nkun hemm, mhux se nista' niġi, mhux se nista niġi,
    mhux se nista nigi, mhux ha nista nigi, ma nkunx hemm, ma nistgħux, ma nistghux, ma nistgħux niġu, ma niġux, ma jaqbillix, ma jgħoddx għalija,
    ma rnexxilix, ma jirnexxilix, mhux possibbli, ikkanċella, ikkancella, ikkanċellaha, ikkanċellah, nikkanċella, nikkancella, ikkanċellat, ikkancellat,
    kanċellazzjoni, ikkanċellaw, ikkanċellawh, irrid nikkanċella, irrid nikkancella, nixtieq nikkanċella, nixtieq nikkancella, ikolli nikkanċella,
    ikolli nikkancella, għandi nikkanċella, ghandi nikkancella, irrid nikkanċella l-appuntament, irrid nikkancella l-appuntament,
    irrid nikkancella appuntament, irrid nikkanċella l-appuntament tiegħi, irrid nikkancella l-appuntament tieghi, nixtieq nikkanċella l-appuntament,
    nixtieq nikkancella l-appuntament, nixtieq nikkanċella l-appuntament tiegħi, nixtieq nikkancella l-appuntament tieghi, ikkanċella l-appuntament,
    ikkancella l-appuntament, ikkanċella l-appuntament tiegħi, ikkancella l-appuntament tieghi, ikkanċellaw l-appuntament tiegħi,
    ikkancellaw l-appuntament tieghi, nikkanċella l-appuntament, nikkancella l-appuntament, ikolli nikkanċella l-appuntament,
    ikolli nikkancella l-appuntament, neħħini, nehhini, nirrifjuta, cancel, irrid nikkanselja, nikkansella, kansella`,
  stop: `
    ebda messaġġi, l-ebda messaġġi, ebda messaggi, ieqaf ibgħat messaġġi, ieqaf ibghat messaggi, ieqfu ibagħtu messaġġi, ieqfu ibaghtu messaggi,
    ieqaf il-messaġġi, waqqaf il-messaġġi, waqqaf il-messaggi, waqqaf messaġġi, waqqfu l-messaġġi, waqqfu l-messaggi, waqqaf l-sms, waqqaf sms,
    waqqfu l-sms, tibgħatx messaġġi, tibghatx messaggi, tibgħatx iżjed messaġġi, tibghatx izjed messaggi, tibgħatx aktar messaġġi, tibghatx aktar messaggi,
    tibagħtux messaġġi, tibaghtux messaggi, tibagħtux aktar messaġġi, tibaghtux aktar messaggi, tibagħtulix messaġġi, tibaghtulix messaggi,
    tibagħtulix aktar messaġġi, tibaghtulix aktar messaggi, tibagħtulix iżjed messaġġi, tibaghtulix izjed messaggi, tibgħatlix messaġġi,
    tibghatlix messaggi, tibgħatlix aktar messaġġi, tibghatlix aktar messaggi, ma rridx messaġġi, ma rridx messaggi, ma rridx aktar messaġġi,
    ma rridx aktar messaggi, ma rridx iżjed messaġġi, ma rridx izjed messaggi, ma rridx nirċievi messaġġi, ma rridx aktar sms, ma rridx izjed sms,
    ma rridx sms, mhux aktar messaġġi, mhux aktar messaggi, aktar messaġġi le, aktar messaggi le, messaġġi le, messaggi le, m'hemmx bżonn messaġġi,
    bla messaġġi, stop messaġġi, stop messaggi`,
  start: `erġa ibgħat messaġġi, erga ibghat messaggi`,
  help: `għajnuna, ghajnuna`,
  polite: `
    grazzi, grazi, grazzi ħafna, grazzi hafna, grazzi mill-qalb, grazzi talli fakkartuni, grazzi tat-tfakkira, nirringrazzjak, nirringrazzjakom,
    jekk jogħġbok, jekk joghgbok, jekk jogħġobkom, jekk joghgobkom, jj, pjaċir, pjacir, prosit, bonġu, bongu, bonswa, hello, hi, ċaw, caw, saħħa, sahha,
    tislijiet, il-ġurnata t-tajba, narak, dottor, sinjur, sinjura`,
  sorry: `skużani, skuzani, skużi, skuzi, jiddispjaċini, jiddispjacini, jiddispjaċuni, sfortunatament, sorry, apoloġiji`,
  appointment: `appuntament, l-appuntament, l-appuntament tiegħi, l-appuntament tieghi, appuntament tiegħi, il-viżta, il-vizta, viżta`,
  messages: `messaġġi, messaggi, messaġġ, messagg, il-messaġġi, il-messaggi, tfakkiriet, kull messaġġ`,
}
