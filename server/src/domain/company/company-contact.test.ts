import { describe, expect, it } from 'vitest'
import { publicEmail, publicPhone } from './company-contact.ts'

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
})
