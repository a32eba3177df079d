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
