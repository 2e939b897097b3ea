import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { MailSecurity, RuleChannel } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { settingsQuery } from '../../ui/form/index.ts'

/** The settings pairs as the calls name them. */
export const MAIL_PAIR = { Type: 'Mail', SubType: 'Mail' } as const
export const HOSPITAL_PAIR = { Type: 'Hospital', SubType: 'Hospital' } as const

/** The mail server as its form holds it; the port as it is typed. */
export interface MailValues {
  readonly Host: string
  readonly Port: string
  readonly Security: MailSecurity
  readonly Username: string
  readonly Password: string
  readonly From: string
  readonly ConsoleAddress: string
  readonly PlainLoginReason: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The saved mail server; before there is one what most of them are, and the address at which the console is open. */
export const mailQuery = () =>
  settingsQuery(
    MAIL_PAIR,
    (fields): MailValues => ({
      Host: text(fields['Host']),
      Port: typeof fields['Port'] === 'number' ? String(fields['Port']) : '587',
      Security: (fields['Security'] ?? 'starttls') as MailSecurity,
      Username: text(fields['Username']),
      Password: text(fields['Password']),
      From: text(fields['From']),
      ConsoleAddress: text(fields['ConsoleAddress']) || `${location.origin}${location.pathname}`,
      PlainLoginReason: text(fields['PlainLoginReason']),
    }),
  )

/** The saved time zone; before there is one that of this browser, which is likely to stand in the hospital. */
export const hospitalQuery = () =>
  settingsQuery(HOSPITAL_PAIR, (fields) => ({
    TimeZone: text(fields['TimeZone']) || new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))

/** How often what rules send is looked at while the page is open, milliseconds. */
const REFRESH_MS = 5_000

/** Which deliveries are looked at. `page` is one-based. */
export interface DeliveryChoice {
  readonly channel: RuleChannel
  readonly state: 'waiting' | 'failed'
  readonly page: number
  readonly pagesize: number
}

/** A page of what rules send, kept fresh. */
export const deliveriesQuery = (choice: DeliveryChoice) =>
  queryOptions({
    queryKey: [KEYS.settings, 'rule-deliveries', choice],
    queryFn: ({ signal }) => api.call('ruleDeliveries', { query: choice, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
