const suffix =
  /^(?:com|cn|net|org|gov|edu|ac|co|cc|hk|tw|io|ai|tv|me|biz|info|top|vip|shop|site|tech|group|ltd|inc|global|online|cloud)$/
const host = /^(?:www|m|en|ir)\d*$/
/** Words that a label has besides the brand. */
const trade =
  /(?:-.*|group|china|tech|technology|battery|express|bank|auto|motors?|pharma?|energy|power|electric|steel|chem|media|foods?|bio|med|holdings?|corp)$/

/** What a website calls its company: catlbattery and catl of https://www.catlbattery.com/zh; empty: it has no such label. */
export function websiteLabels(website: string | null): string[] {
  const [domain = ''] = (website ?? '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .split(/[/:?#\s,;，；]/, 1)
  const label = domain.split('.').findLast((one) => one !== '' && !suffix.test(one)) ?? ''
  if (!/^[a-z][a-z0-9-]+$/.test(label) || host.test(label)) return []
  const brand = label.replace(trade, '')
  return brand.length < 2 || brand === label ? [label] : [label, brand]
}
