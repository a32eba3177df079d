const levelsAbove = (name: string) => `with recursive owner(creditCode, path) as (
      select creditCode, creditCode from company where name = '${name}'
      union all select holding.creditCode, path || ' ' || holding.creditCode from owner join shareholderInfo holding
      on companyCreditCode = owner.creditCode where basis = '工商登记' and instr(path, holding.creditCode) = 0)`

/** What readers, tests and documents look for in the set, each with a query that finds it. */
export const stories = {
  'every kind has a current record': `
    select count(distinct kind) as kinds from record where list = 'current'
    having kinds = (select count(distinct kind) from field)`,
  'every status occurs': `
    select count(*) from record having count(distinct coalesce(status, '当前有效')) = 6`,
  'a record is past its display term': `
    select row from record where list is null and status is not '已撤销'`,
  'a source removes a record': `
    select row from record_row where isRemoval`,
  'a contact of each state is current': `
    select count(distinct state) as states from contact where list = 'current' having states = 5`,
  'twelve companies share a number': `
    select value from contact where list = 'current' group by value having count(distinct companyCreditCode) = 12`,
  'a contact is withdrawn, another expired, disputed or ended': `
    select count(*) from contact where value like '1540000000_' having count(distinct coalesce(list, '')) = 4`,
  '澜山 has one current, one disputed and three ended listings': `
    select name from listing_counts where name = '澜山演示贸易有限公司' and (current, disputed, ended) = (1, 1, 3)`,
  '禾岸 has three ended listings only': `
    select name from listing_counts where name = '禾岸演示科技有限公司' and (current, disputed, ended) = (0, 0, 3)`,
  '北辰精密制造 has four claims, and is neither defendant nor debtor': `
    select name from company where name = '北辰演示精密制造有限公司' and (select count(*) from party
        where party.creditCode = company.creditCode and kind = 'judicialDocument' and role = '原告') >= 4
      and creditCode not in (select certNo from executedPerson where certNo is not null)
      and not exists (select 1 from party where party.creditCode = company.creditCode and kind = 'judicialDocument'
        and case_identity(role) = '被告')`,
  'two persons of one name are listed with different certificates, and a third listing without one': `
    select name from dishonestExecutor where subjectType = '自然人' and list = 'current' group by name
    having count(distinct certNo) = 2 and count(*) - count(certNo) = 1`,
  'a listing of a person has ended': `
    select name from dishonestExecutor where subjectType = '自然人' and list = 'history'`,
  'a source identifies one person at two companies': `
    select personKey from (select personKey, companyCreditCode from current_keyPerson
      union select personKey, companyCreditCode from current_shareholderInfo)
    where personKey is not null group by personKey having count(*) = 2`,
  'one pledge is valid and another cancelled': `
    select count(*) from equityPledge where status in ('有效', '无效') having count(distinct status) = 2`,
  'two sources state one penalty': `
    select docNo from punishment group by docNo having count(distinct source) = 2`,
  '云帆 has eighteen changes of seven items, one with [新增]': `
    select companyName from changeRecord where companyName = '云帆演示建筑工程有限公司' group by companyCreditCode
    having count(*) >= 18 and count(distinct item) >= 7 and sum(after like '%[新增]%') > 0`,
  'a case names one of two namesakes by code, another case by name only': `
    select count(*) from executedPerson where name = '同名演示商贸有限公司'
    having sum(certNo = (select creditCode from company where name = '同名演示商贸有限公司' order by place)) > 0
      and count(certNo) < count(*)`,
  'ownership above 北辰供应链 has five levels': `
    ${levelsAbove('北辰演示供应链管理有限公司')} select path from owner where length(path) >= 5 * 19 - 1`,
  '环川, 环岳 and 环林 own each other in a circle': `
    ${levelsAbove('环川演示投资有限公司')} select owner.creditCode from owner join shareholderInfo holding
    on companyCreditCode = owner.creditCode and holding.creditCode = substr(path, 1, 18) where basis = '工商登记'`,
  'a state-owned owner has more than 1,000 investments, so that no relation crosses it': `
    select companyName from current_overseasInvest where companyName = '东岸演示国有资本运营有限公司'
    group by companyCreditCode having count(*) > 1000`,
  'a fund among the owners of 岚桥精密制造 has 300 holders': `
    select fund.companyName from shareholderInfo fund join shareholderInfo holding
    on holding.creditCode = fund.companyCreditCode and holding.companyName = '岚桥演示精密制造有限公司'
    group by fund.companyCreditCode having count(*) = 300`,
  '岚桥贸易 and 岚桥物流 hold each other': `
    select one.name from registered_holding held join registered_holding back on back.owner = held.company and back.company = held.owner
    join company one on one.creditCode = held.owner where one.name = '岚桥演示贸易有限公司'`,
  'an office of the state is above 东岸码头 by four levels, the last of more than half': `
    ${levelsAbove('东岸演示码头有限公司')} select path from owner join shareholderInfo holding
    on companyCreditCode = owner.creditCode where length(path) >= 4 * 19 - 1 and holderType = '机关法人' and percent = 100`,
  'the newest report of 松原 names other owners than the register': `
    select count(*) from shareholderInfo where companyName = '松原演示新材料股份有限公司' having count(distinct basis) = 2`,
  'the share of an owner is not stated': `
    select name from shareholderInfo where percent is null`,
  'an investment is abroad': `
    select name from overseasInvest where territory = '境外'`,
  '星河 is the defendant of four labour disputes': `
    select company.name from judicialDocument join party using (place) join company on company.creditCode = party.creditCode
    where company.name = '星河演示餐饮管理有限公司' and case_identity(role) = '被告' and is_labour_dispute(cause)
    group by company.creditCode having count(*) >= 4`,
  'a restriction of 澜山 names a former legal representative': `
    select name from consumptionRestriction restriction join company on creditCode = companyCreditCode
    where name = '澜山演示贸易有限公司' and coalesce(recordStatus, '') not like '已%'
      and restrictedPerson is not legalRepresentative`,
  'the annual reports of a company miss a year': `
    select companyName from annualInsurance group by companyCreditCode having max(year) - min(year) >= count(*)`,
  'a record is longer than ten thousand characters': `
    select kind from record where length(row) > 10000`,
  'liquidators are filed in a register': `
    select companyName from changeRecord where item = '清算组备案'`,
  'four companies have no record': `
    select count(*) from company where name in
      ('青禾演示农民专业合作社', '瑞禾演示科技有限公司', '静川演示文化传媒有限公司', '归林演示咨询有限公司')
      and not exists (select 1 from record_row where instr(row, creditCode)) having count(*) = 4`,
}
