import { parsePath } from 'react-router'
import { findPage } from '../../platform/navigation/pages.ts'

/** A longer keyword is cut, so that the sentence stays on one or two lines. Characters. */
const KEYWORD_LENGTH = 20

/** Purposes of pages whose title is an action, and of pages that a visitor may read. */
const purposes: Readonly<Record<string, string>> = {
  '/search': '登录后搜索企业',
  '/search/result': '登录后查看搜索结果',
  '/riskSearch': '登录后查企业风险',
  '/riskList': '登录后查企业风险',
  '/phoneSearch': '登录后找商机',
  '/phoneList': '登录后找商机',
  '/batch': '登录后批量查询',
  '/user/logout': '登录后注销账户',
  '/ai': '登录后向百言提问',
  '/user/members': '登录后领取会员',
  '/user/feedback': '登录后查看提交记录',
}

const shorten = (text: string) => {
  const characters = Array.from(text)
  return characters.length > KEYWORD_LENGTH ? `${characters.slice(0, KEYWORD_LENGTH).join('')}…` : text
}

/**
 * Sentence that says why the login page opened. `route` is the page to return to; null: no reason to state. `purpose`:
 * what the visitor wanted to do on that page.
 */
export function describeLoginReason(route: string | null, purpose: string | null = null): string | null {
  if (route === null) return null
  if (purpose !== null) return `登录后${purpose}`
  const { pathname = '', search = '' } = parsePath(route)
  const page = findPage(pathname)
  if (page === undefined || page.tab !== undefined) return null
  const keyword = new URLSearchParams(search).get('keyword')?.trim() ?? ''
  if (keyword !== '') return `登录后继续搜索“${shorten(keyword)}”`
  return purposes[pathname] ?? `登录后查看${page.title}`
}
