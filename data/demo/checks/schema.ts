/** Tables of rows as JSON, and views of them. `open-database.ts` adds a view of each kind, with a column for each field. */
export const schema = `
  create table company_row (place integer primary key, row text);
  create table record_row (place integer primary key, kind text, source text, isRemoval integer, row text);
  create table field (kind text, name text, type text);

  -- Records without removals. list: the list that shows the record on the as-of day; null: none.
  create view record as select *, list_of(kind, row) as list, row ->> 'recordStatus' as status,
    coalesce(row ->> 'recordStatus' in ('历史', '已移出', '已修复', '已撤销'), 0) as isEnded
    from record_row where not isRemoval;
  create view party as select place, kind, value ->> 'role' as role, value ->> 'name' as name,
    value ->> 'creditCode' as creditCode from record_row, json_each(row, '$.parties');
  -- Codes of companies that a record is about.
  create view subject as select place, value as creditCode from record_row, json_each(row)
    where key in ('companyCreditCode', 'certNo', 'taxpayerNo', 'targetCertNo')
    union all select place, creditCode from party;
  create view record_day as select place, kind, key, value from record_row, json_each(row)
    where key glob '*Date' or key glob '*At' or key glob '*On';
  create view text_value as select key, value, any_row.row from
    (select row from company_row union all select row from record_row) any_row, json_tree(any_row.row)
    where type = 'text';

  create view registered_holding as select creditCode as owner, companyCreditCode as company, percent, subscribedAmount,
    subscribedAmountUnit from current_shareholderInfo where basis = '工商登记' and creditCode is not null;
  create view invested_holding as select companyCreditCode as owner, creditCode as company, percent, subscribedAmount,
    subscribedAmountUnit from current_overseasInvest where creditCode is not null;

  -- The value that changes of each item lead to; null: nothing to compare with.
  create view present as
    select creditCode, '名称变更（字号名称、集团名称等）' as item, name as present from company
    union all select creditCode, '负责人变更（法定代表人、负责人、首席代表、合伙事务执行人等变更）', legalRepresentative from company
    union all select creditCode, '注册资本变更（注册资金、资金数额等变更）', capitalValue || ' ' || capitalUnit from company
    union all select creditCode, '地址变更（住所地址、经营场所、驻在地址等变更）', address from company
    union all select creditCode, '经营范围变更（含业务范围变更）', scope from company
    union all select creditCode, '市场主体类型变更', businessType from company
    union all select creditCode, '投资人变更（包括出资额、出资方式、出资日期、投资人名称等）', (
      select case when count(percent) = count(*) then coalesce(group_concat(name || ' ' || percent || '%', '；'), '') end
      from current_shareholderInfo where companyCreditCode = company.creditCode) from company
    union all select creditCode, '高级管理人员备案（董事、监事、经理等）', (select coalesce(group_concat(
      name || '（' || (select group_concat(value, '、') from json_each(positions)) || '）', '；'), '')
      from current_keyPerson where companyCreditCode = company.creditCode) from company
    union all values (null, '章程或章程修正案备案', null), (null, '清算组备案', null);
  -- Changes with a present value to compare with, without the marks of added and removed parts.
  create view comparable_change as select creditCode, companyName, item, changeDate, present,
    replace(replace(coalesce(before, ''), ' [新增]', ''), ' [退出]', '') as before,
    replace(replace(coalesce(after, ''), ' [新增]', ''), ' [退出]', '') as after
    from current_changeRecord change join present using (item)
    where change.companyCreditCode = creditCode and present is not null;
  create view former_name as select creditCode,
    iif(instr(value, '@'), substr(value, 1, instr(value, '@') - 1), value) || substr(value, instr(value, '~')) as name
    from company, json_each(formerNames);
  create view replaced_name as select companyCreditCode as creditCode, before || '~' || changeDate as name
    from current_changeRecord where item like '名称变更%';

  create view enforcement as select kind, coalesce(row ->> 'name', row ->> 'companyName') as debtor,
    coalesce(row ->> 'certNo', row ->> 'companyCreditCode') as code, row ->> 'amount' as amount,
    coalesce(row ->> 'legalRep', row ->> 'restrictedPerson') as representative, row ->> 'caseNo' as caseNo,
    row ->> 'court' as court, row ->> 'filedDate' as filedDate, row ->> 'applicant' as applicant
    from record where kind in ('dishonestExecutor', 'consumptionRestriction');
  create view listing_counts as select company.name, sum(list = 'current') as current,
    sum(list = 'disputed') as disputed, sum(list = 'history') as ended
    from company join dishonestExecutor on certNo = creditCode group by creditCode;
`
