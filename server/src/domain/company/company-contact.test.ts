import { describe, expect, it } from 'vitest'
import { publicEmail, publicPhone, publicPhones, publicWebsite } from './company-contact.ts'

const mobile = `138${'0'.repeat(8)}`

describe('public contacts', () => {
  it.each([mobile, `+86 ${mobile}`, `0086${mobile}`, `${mobile.slice(0, 3)}-${mobile.slice(3, 7)} ${mobile.slice(7)}`])(
    'masks the mobile number %s',
    (phone) => {
      expect(publicPhone(phone)).toBe('138****0000')
    },
  )

  it.each(['0755-00000000', '400-000-0000', '(010)00000000'])('shows the landline %s whole', (phone) => {
    expect(publicPhone(phone)).toBe(phone)
  })

  it.each([
    ['ir@demo.example', 'https://www.demo.example/a', 'ir@demo.example'],
    ['ir@demo.example', 'DEMO.example', 'ir@demo.example'],
    ['ir@mail.example', 'www.demo.example', 'i***@mail.example'],
    ['ir@demo.example', 'www.notdemo.example', 'i***@demo.example'],
    ['ir@demo.example', null, 'i***@demo.example'],
    ['@', 'www.demo.example', '@***@'],
    [null, 'www.demo.example', null],
  ])('shows %s beside the site %s as %s', (email, website, shown) => {
    expect(publicEmail(email, website)).toBe(shown)
  })

  it('no link with a personal number is shown', () => {
    expect(publicWebsite(`https://demo.example/${mobile}`)).toBeNull()
    expect(publicWebsite('https://demo.example/')).toBe('https://demo.example/')
  })
})

/** A mobile number that no person has. */
const at = (last: number) => `139${String(last).padStart(8, '0')}`

describe('the numbers of a cell', () => {
  it.each([
    [`${at(3)}、${at(4)}`, ['139****0003', '139****0004']],
    [`0755-28880000,${at(2)}`, ['0755-28880000', '139****0002']],
    [`${at(12)}/0755-28880000`, ['139****0012', '0755-28880000']],
    [`${at(13)} ${at(14)}`, ['139****0013', '139****0014']],
    [`${at(9)}（演示甲）`, ['139****0009']],
    [`演示甲${at(10)}`, ['139****0010']],
    [at(11).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)), ['139****0011']],
    [`${at(12)}转801`, ['139****0012']],
    [`${at(12)}-801`, ['139****0012']],
    ['139-0000-0012 / (0755)28880000', ['139****0012', '(0755)28880000']],
    ['手机：139 0000 0012；电话：0755-28880000转8', ['139****0012', '0755-28880000转8']],
    ['+86 (139) 0000-0001', ['139****0001']],
    [at(1) + at(2), ['139****0001', '139****0002']],
    [`${at(1)};${at(1)}`, ['139****0001']],
    ['总机0755-28880000/28880001', ['0755-28880000', '28880001']],
    ['+852 2345 6789', ['+852 2345 6789']],
    ['139****0001', ['139****0001']],
    [`a@b.example ${at(1)}`, ['139****0001']],
  ])('%s are shown as %j', (cell, shown) => {
    expect(publicPhones([cell])).toEqual(shown)
  })

  it.each([`${at(1)}5`, at(1).slice(0, 10), '990001199001011234', 'QQ：87654321', `0755-28880000${at(1)}`, '演示甲'])(
    '%s has none that can be read, and nothing is shown',
    (cell) => {
      expect(publicPhones([cell])).toEqual([])
    },
  )
})
