import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { cachePreparedStatements } from './sqlite-connection.ts'

describe('cachePreparedStatements', () => {
  it('prepares a statement once for all its executions', () => {
    const sqlite = new Sqlite(':memory:')
    const prepare = sqlite.prepare.bind(sqlite)
    const prepared: string[] = []
    sqlite.prepare = (sql: string) => {
      prepared.push(sql)
      return prepare(sql)
    }
    const database = cachePreparedStatements(sqlite)
    for (const value of [1, 2, 3]) {
      expect(database.prepare('select ? as value').all([value])).toEqual([{ value }])
    }
    expect(prepared).toEqual(['select ? as value'])
  })

  it('runs a statement while the same statement is being iterated', () => {
    const database = cachePreparedStatements(new Sqlite(':memory:'))
    const sql = 'select value from json_each(?)'
    const seen: unknown[] = []
    for (const row of database.prepare(sql).iterate(['[1,2]'])) {
      seen.push(row)
      expect(database.prepare(sql).all(['[3]'])).toEqual([{ value: 3 }])
    }
    expect(seen).toEqual([{ value: 1 }, { value: 2 }])
  })

  it('works with more statements than the cache has entries', () => {
    const database = cachePreparedStatements(new Sqlite(':memory:'))
    for (let column = 0; column < 600; column += 1) {
      expect(database.prepare(`select ? as c${column}`).all([column])).toEqual([{ [`c${column}`]: column }])
    }
    expect(database.prepare('select ? as c0').all([7])).toEqual([{ c0: 7 }])
  })
})
