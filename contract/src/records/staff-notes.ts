/** What the number of insured people counts. */
export const INSURED_NOTE = '数据来自企业年报；部分员工可能由总部异地参保。'
/** What the number of employees counts. */
export const EMPLOYEES_NOTE = '数据来自年报，多为集团合并口径，非参保人数。'
