/** Roles of operators. An administrator may run every action. */
export const operatorRoles = ['review', 'support', 'content', 'data', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export const operatorRoleLabels: Readonly<Record<OperatorRole, string>> = {
  review: '核查',
  support: '客服',
  content: '运营',
  data: '数据',
  administrator: '管理员',
}

/** Characters of an operator's password; users have a shorter minimum. */
export const OPERATOR_PASSWORD_MIN = 12
export const OPERATOR_NAME_MAX = 20
