/** Rules of the set by their statement, each with a query for what breaks it. */
export const shapeRules = {
  'a company has canonical columns with values that the importer reads': `
    select row from company_row where not is_canonical_company(row)`,
  'a record has columns and words of its kind, and the importer accepts it': `
    select record_problem(kind, row) from record_row where record_problem(kind, row) is not null`,
  'a source states a record once': `
    select row from record group by source, record_id(kind, row) having count(*) > 1`,
  'a removal names a record that a source states': `
    select row from record_row where isRemoval and record_id(kind, row) not in (select record_id(kind, row) from record)`,
}

/** No company, person, office or number is real. */
export const fictionRules = {
  'names of organisations contain 演示 in every text but legal forms': `
    select value from text_value where names_real_organisation(value) and row ->> 'item' is not '市场主体类型变更'
      and key not in ('businessType', 'holderType', 'subjectType')`,
  'a mobile number begins with 154, which no operator has': `
    select value from text_value where value regexp '(?<!\\d)1(?!54)[3-9]\\d{9}(?!\\d)'`,
  'a landline of a contact begins with 0990': `
    select value from contact where type = '固话' and value not like '0990-%'`,
  'no text contains an identity number': `
    select value from text_value where value regexp '(?<![\\dA-Z])\\d{17}[\\dX](?![\\dA-Z])'`,
  'credit codes are valid and of a fictional region': `
    select code from (select creditCode as code from company union all select creditCode from party
      union all select row ->> 'companyCreditCode' from record_row
      union all select row ->> name from record_row join field using (kind) where type = 'certificate' and name <> 'orgCode')
    where code not like '%*%' and not is_fictional_code(code)`,
  'the certificate of a natural person is masked and of a fictional region': `
    select row from record_row where row ->> 'certNo' not regexp '^99000[1-5]\\*{8}\\d{3}[\\dX]$'
      and (row ->> 'certNo' like '%*%' or row ->> 'subjectType' = '自然人')`,
  'sex and age are stated of natural persons only': `
    select row from record_row where coalesce(row ->> 'sex', row ->> 'age') is not null
      and row ->> 'subjectType' is not '自然人'`,
  'names of companies, persons and offices contain 演示': `
    select name from (select name from company union all select name from party
      union all select value from company, json_each(formerNames)
      union all select row ->> name from record_row join field using (kind) where type in ('officer', 'name')
      union all select value from record_row, json_each(row) where value <> '' and key in
        ('court', 'office', 'announcer', 'addOffice', 'removeOffice', 'taxOffice', 'basisOrg'))
    where name not like '%演示%'`,
  'a listed natural person holds no office or share of a company': `
    select name from dishonestExecutor where subjectType = '自然人' and name in (select legalRepresentative from company
      union all select name from keyPerson union all select name from shareholderInfo)`,
  'a key of a source names one natural person': `
    select row ->> 'personKey' from record_row where row ->> 'personKey' is not null
    group by 1 having count(distinct row ->> 'name') > 1 or sum(row ->> 'name' not regexp '^演示.$') > 0`,
  'a legal representative is 演示甲 to 演示癸': `
    select name from company where legalRepresentative not regexp '^演示[甲乙丙丁戊己庚辛壬癸]$'`,
}

export const dayRules = {
  'days of a record are in order': `
    with pair(first, last) as (values
      ('filedDate', 'publishDate'), ('filedDate', 'removedAt'), ('publishDate', 'removedAt'), ('judgeDate', 'publishDate'),
      ('scheduledDate', 'publishDate'), ('scheduledDate', 'hearingAt'), ('publishDate', 'hearingAt'),
      ('judgeDate', 'removedAt'), ('decisionDate', 'publishDate'), ('decisionDate', 'removedAt'),
      ('publishDate', 'displayUntil'), ('addDate', 'removeDate'), ('registerDate', 'publishDate'),
      ('registerDate', 'cancelDate'), ('publishDate', 'cancelDate'), ('publishDate', 'revokeDate'),
      ('firstHoldDate', 'basisDate'), ('firstHoldDate', 'subscribedDate'), ('firstHoldDate', 'paidDate'),
      ('appointedDate', 'removedAt'), ('foundedDate', 'investDate'))
    select row from record_row, pair where substr(row ->> first, 1, 10) > substr(row ->> last, 1, 10)`,
  'only hearings, display terms and contributions are after the as-of day': `
    select value from record_day where value > as_of() and key not in ('hearingAt', 'displayUntil', 'subscribedDate')`,
  'no day of a record is before the founding of a company that it is about': `
    select name from record_day join subject using (place) join company using (creditCode)
    where value < foundedOn and not (kind = 'overseasInvest' and key = 'foundedDate')`,
  'a notice is published at least thirty days before its hearing': `
    select caseNo from enterpriseCourtAnnouncement notice join courtAnnouncement hearing using (caseNo)
    where coalesce(julianday(substr(hearingAt, 1, 10)) - julianday(notice.publishDate), 0) < 30`,
  'a company is approved and ended between its founding and the as-of day, within its term': `
    select name from company where approvedOn not between foundedOn and as_of()
      or endedOn not between foundedOn and as_of() or termTo < as_of()`,
  'a former name was replaced after the founding': `
    select value from company, json_each(formerNames) where substr(value, instr(value, '~') + 1) <= foundedOn
      or substr(value, instr(value, '~') + 1) > as_of()`,
}

/** Records of one dispute agree. */
export const disputeRules = {
  'a listing or restriction has the number, debtor, amount, court, day and applicant of an execution': `
    select caseNo from enforcement left join executedPerson execution using (caseNo)
    where (debtor, enforcement.court, enforcement.filedDate, enforcement.applicant)
      is not (name, execution.court, execution.filedDate, execution.applicant)
      or (kind = 'dishonestExecutor' and amount is not execAmount)`,
  'a listing rests on an earlier judgment between debtor and applicant': `
    select listing.caseNo from dishonestExecutor listing left join judicialDocument judgment on judgment.caseNo = basisNo
    where coalesce(judgeDate >= listing.filedDate, 1) or (select count(distinct party.name) from party
      where party.place = judgment.place and party.name in (listing.name, listing.applicant)) < 2`,
  'a case number has the format and the year of filing': `
    select row from record_row where row ->> 'caseNo' not regexp '^（\\d{4}）演\\d+[^\\d]+\\d+号$'
      or substr(row ->> 'caseNo', 2, 4) <> substr(row ->> 'filedDate', 1, 4)`,
  'an office punishes offences that it supervises': `
    with supervised(offence, office) as (values ('广告违法', '市场监督管理局'), ('未按规定明码标价', '市场监督管理局'),
      ('未取得施工许可证擅自施工', '住房和城乡建设局'), ('消防设施未保持完好有效', '消防救援支队'),
      ('超标排放水污染物', '生态环境局'))
    select row from record_row join supervised on offence = row ->> 'reason'
    where row ->> 'office' not like '%' || supervised.office`,
  'a court code of case numbers belongs to one court': `
    select row from record_row where row ->> 'caseNo' is not null group by court_code(row ->> 'caseNo')
    having count(distinct coalesce(row ->> 'court', row ->> 'announcer')) > 1`,
  'hearing, notice and judgment of a case name the same parties': `
    select row from (select row, row ->> 'caseNo' as caseNo, coalesce((select group_concat(role || name) from party
      where party.place = record.place), '') as parties from record
      where kind in ('courtAnnouncement', 'enterpriseCourtAnnouncement', 'judicialDocument'))
    where caseNo is not null group by caseNo having count(distinct parties) > 1`,
  'sources of one penalty agree in list, day and reason': `
    select docNo from punishment group by docNo, office
    having count(distinct json_array(list, decisionDate, reason)) > 1`,
  'a record states when and why it ended exactly if it ended': `
    select row from record where (row ->> 'removedAt' is null) = isEnded or (row ->> 'removedReason' is null) = isEnded`,
  'a listing with full performance is ended': `
    select caseNo from dishonestExecutor where performance = '全部已履行' and not isEnded`,
  'a closed execution is ended': `
    select caseNo from executedPerson where caseState = '已结案' and not isEnded`,
  'a pledge is 无效 exactly if it ended': `
    select registerNo from equityPledge where (status is '无效') <> isEnded`,
  'a pledgor held the pledged amount on the day of registration': `
    select registerNo from equityPledge pledge where not exists (select 1 from shareholderInfo
      where companyCreditCode = targetCertNo and name = pledgor
      and coalesce(firstHoldDate, '') <= registerDate and subscribedAmount >= coalesce(amount, 0))`,
  'a listing or restriction names the legal representative of its filing day': `
    select caseNo from enforcement join company on company.creditCode = code
    where representative is not coalesce((select before from changeRecord where companyCreditCode = code
      and item like '负责人变更%' and changeDate > filedDate order by changeDate limit 1), legalRepresentative)`,
  'a company in liquidation has a notice of it': `
    select name from company where status = '清算' and creditCode not in (select creditCode from party
      join enterpriseCourtAnnouncement using (place) where noticeType in ('清算公告', '破产文书') and creditCode is not null)`,
}

/** The register agrees with itself. */
export const registerRules = {
  'the holdings of each basis are the whole capital, unless a share is not stated': `
    select companyName from current_shareholderInfo join company on company.creditCode = companyCreditCode
    group by companyCreditCode, basis having count(percent) = count(*) and (abs(sum(percent) - 100) > 0.001
      or abs(sum(subscribedAmount) - capitalValue) > 0.001
      or (sum(paidAmount) > 0 and abs(sum(paidAmount) - coalesce(paidInValue, 0)) > 0.001))`,
  'the holding of an owner with a code is among its investments': `
    select owner from (select * from registered_holding except select * from invested_holding)`,
  'an investment is a holding in the register of its company': `
    select owner from (select * from invested_holding except select * from registered_holding)`,
  'an owner has the name of its code': `
    select holding.name from current_shareholderInfo holding left join company using (creditCode)
    where basis = '工商登记' and creditCode is not null and holding.name is not company.name`,
  'an investment states the facts of its company': `
    select investment.name from current_overseasInvest investment left join company using (creditCode)
    where creditCode is not null and (investment.name, foundedDate, investment.status, regCapital, legalRep)
      is not (company.name, foundedOn, company.status, capitalValue, legalRepresentative)`,
  'a change has an item of the register': `
    select item from changeRecord where item not in (select item from present)`,
  'a change leads to the next of its item, and the last to the present': `
    with change as (select *, lead(before) over (partition by creditCode, item order by changeDate) as next
      from comparable_change) select companyName, item from change where after is not coalesce(next, present)`,
  'a change changes something, and not after the last approval': `
    select name from comparable_change join company using (creditCode) where after = before or changeDate > approvedOn`,
  'a former name of a company with key persons was replaced by a change of name': `
    select * from former_name where creditCode in (select companyCreditCode from current_keyPerson)
    except select * from replaced_name`,
  'a change of name leaves a former name': `
    select * from replaced_name except select * from former_name`,
  'the legal representative is a key person since the last change of representative': `
    select name from company where creditCode in (select companyCreditCode from current_keyPerson) and not exists (
      select 1 from current_keyPerson person where companyCreditCode = creditCode and person.name = legalRepresentative
      and appointedDate is coalesce((select max(changeDate) from current_changeRecord change
        where change.companyCreditCode = creditCode and item like '负责人变更%'), appointedDate))`,
  'annual reports start after the founding and end with the insured staff of the company': `
    select name from company join current_annualInsurance on companyCreditCode = creditCode group by creditCode
    having min(year) < cast(substr(foundedOn, 1, 4) as integer) or max(year) is not insuredYear
      or max(iif(year = insuredYear, current_annualInsurance.insuredCount, null)) is not company.insuredCount`,
  'the staff size of a company contains its insured staff': `
    with size(name, lowest, highest) as (values ('少于50人', 0, 49), ('50-99人', 50, 99), ('100-499人', 100, 499),
      ('500-999人', 500, 999), ('1000-4999人', 1000, 4999))
    select row from company_row left join size on size.name = row ->> 'staffSize'
    where row ->> 'insuredCount' is not null and not coalesce(row ->> 'insuredCount' between lowest and highest, false)`,
}
