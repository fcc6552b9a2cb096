import { expect, it } from 'vitest'
import { describeStatement } from './statement.ts'

it('[WTCH-12] of a statement only the operation and the first table are told', () => {
  const told: [sql: string, told: ReturnType<typeof describeStatement>][] = [
    [`select "id" from "items" where "login" = 'CANARI'`, { operation: 'SELECT', table: 'items' }],
    [
      '\n  insert into sign_in_networks (network) values (?)',
      { operation: 'INSERT', table: 'sign_in_networks' },
    ],
    ['update "users" set "blocked_until" = $1', { operation: 'UPDATE', table: 'users' }],
    ['delete from "sessions"', { operation: 'DELETE', table: 'sessions' }],
    ['select 1', { operation: 'SELECT', table: null }],
    ['savepoint turn', null],
    ['commit', null],
  ]
  for (const [sql, wanted] of told) expect([sql, describeStatement(sql)]).toEqual([sql, wanted])
})
