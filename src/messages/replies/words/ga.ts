import type { ReplyWords } from '../reply-words.ts'

export const ga: ReplyWords = {
  yes: `
    tá, ta, sea, is ea, 'sea, seadh, cinnte, cinnte dearfa, cinnte tá, tá cinnte, gan amhras, gan dabht, siúráilte, ar ndóigh, dar ndóigh, ceart,
    ceart go leor, ceartgoleor, go breá, maith go leor, tá go maith, go maith, an-mhaith, iontach, foirfe, togha, dearbhaím, deimhním, deimhnithe,
    dearbhaithe, deimhním an coinne, deimhnigh, glacaim leis, glacaim, aontaím, oireann sin, oireann sé, oireann sin dom, oireann sé dom, tiocfaidh mé,
    tiocfaidh, tiocfad, beidh mé ann, beidh me ann, beidh, beidh mé i láthair, bead ann, táim ag teacht, tá mé ag teacht, tiocfaimid, beimid ann,
    beidh muid ann, is féidir liom, is féidir liom teacht, feicfidh mé ansin sibh, feicfidh mé ann thú, feicfidh mé ansin thú, feicfidh mé sibh,
    feicfidh mé thú`,
  no: `
    níl, nil, ní hea, ni hea, ná, níl go raibh maith agat, ní féidir, ní féidir liom, ni feidir liom, ní féidir liom teacht, ni feidir liom teacht,
    ní féidir liom a bheith ann, ní féidir liom bheith ann, faraor ní féidir liom teacht, faraor ní féidir liom, faraor ní féidir,
    ar an drochuair ní féidir liom teacht, ar an drochuair ní féidir liom, ar an drochuair ní bheidh mé ann, ní thiocfaidh mé, ni thiocfaidh me,
    ní thiocfaidh, ní bheidh mé ann, ni bheidh me ann, ní bheidh, ní bheidh mé ábalta teacht, ní bheidh mé in ann teacht, ní bheidh mé in ann,
    níl mé in ann teacht, níl mé in ann, nílim in ann teacht, nílim in ann, níl mé ábalta teacht, níl mé ag teacht, nílim ag teacht, ní oireann sé,
    ní oireann sin, ní oireann sé dom, ní oireann sin dom, ní thiocfaimid, ní bheimid ann, ní féidir linn teacht, faraor níl, faraor ní bheidh mé ann,
    cealaigh, cuir ar ceal, cealaigh é, cealaím, cealú, curtha ar ceal, cealaithe, cealaigh an coinne, cealaigh mo choinne,
    cealaigh mo choinne le do thoil, cuir mo choinne ar ceal, cuir an coinne ar ceal, ba mhaith liom cealú, ba mhaith liom mo choinne a chealú,
    ba mhaith liom an coinne a chealú, ba mhaith liom é a chealú, ba mhaith liom mo choinne a chur ar ceal, ba mhaith liom an coinne a chur ar ceal,
    ba mhaith liom é a chur ar ceal, caithfidh mé cealú, caithfidh mé mo choinne a chealú, caithfidh mé an coinne a chealú, caithfidh mé é a chur ar ceal,
    caithfidh mé mo choinne a chur ar ceal, teastaíonn uaim cealú, teastaíonn uaim mo choinne a chealú, diúltaím`,
  stop: `
    gan a thuilleadh teachtaireachtaí, gan teachtaireachtaí, gan téacsanna, gan a thuilleadh téacsanna, ná seol teachtaireachtaí,
    ná seol níos mó teachtaireachtaí, ná seol a thuilleadh teachtaireachtaí, ná seol teachtaireachtaí chugam, ná seol teachtaireachtaí chugam níos mó,
    ná seol níos mó téacsanna, ná seol téacsanna, ná seol téacsanna chugam, ná seol a thuilleadh téacsanna, ná cuir teachtaireachtaí chugam,
    ná cuir téacsanna chugam, ná cuir níos mó téacsanna chugam, ná cuir níos mó teachtaireachtaí chugam, ná cuir a thuilleadh teachtaireachtaí chugam,
    ná cuir a thuilleadh téacsanna chugam, níl teachtaireachtaí uaim, níl teachtaireachtaí uaim níos mó, níl a thuilleadh teachtaireachtaí uaim,
    níl téacsanna uaim, níl a thuilleadh téacsanna uaim, stad na teachtaireachtaí, stad na téacsanna, stad teachtaireachtaí, stad de na teachtaireachtaí,
    stop na teachtaireachtaí, stop na téacsanna, stad sms, díliostáil ó sms, díliostáil sms, díliostáil ó theachtaireachtaí,
    níos mó teachtaireachtaí ní theastaíonn, ní theastaíonn teachtaireachtaí uaim, ní theastaíonn teachtaireachtaí uaim níos mó,
    ní theastaíonn téacsanna uaim, ní theastaíonn níos mó teachtaireachtaí uaim, ní theastaíonn a thuilleadh teachtaireachtaí uaim`,
  start: `teachtaireachtaí arís, tosaigh teachtaireachtaí`,
  help: `cabhair, cúnamh, eolas`,
  polite: `
    go raibh maith agat, go raibh maith agaibh, gura maith agat, go raibh míle maith agat, grma, grmma, míle buíochas, buíochas, le do thoil,
    le bhur dtoil, más é do thoil é, ldt, dia duit, dia dhuit, dia daoibh, haigh, slán, slán go fóill, lá maith, le meas, le dea-mhéin, maidin mhaith,
    a chara`,
  sorry: `tá brón orm, ta bron orm, brón orm, gabh mo leithscéal, faraor, ar an drochuair, mo leithscéal, is trua liom`,
  appointment: `coinne, an coinne, mo choinne, mo choinne seo`,
  messages: `teachtaireachtaí, teachtaireachtai, teachtaireacht, téacsanna, teacsanna, na teachtaireachtaí, meabhrúcháin`,
}
