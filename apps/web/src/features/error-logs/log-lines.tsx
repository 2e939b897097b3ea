import type { LogLine } from '@wardtrack/contracts'
import type { LogLevel } from '@wardtrack/contracts/log-services'
import { Button } from 'antd'
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../lib/time.ts'
import type { ToneName } from '../../ui/state-looks.ts'
import { StateMark } from '../../ui/states.tsx'
import styles from './error-logs.module.css'

interface LogLinesProps {
  readonly lines: readonly LogLine[]
  /** Sentence in place of missing lines. */
  readonly empty: string
  /** Requests all lines of one request. */
  readonly onRequest: (requestId: string) => void
}

/** Lines of a log that open to show their details. */
export function LogLines({ lines, empty, onRequest }: LogLinesProps) {
  const { t } = useTranslation('error-logs')
  if (lines.length === 0) return <p className={styles.none}>{empty}</p>
  return (
    <ol className={styles.lines} aria-label={t('tail.lines')}>
      {lines.map((line) => (
        <li key={line.id}>
          <details>
            <summary>
              <span className={styles.time}>{line.time ? dateTime(line.time) : ''}</span>
              {line.level ? <LevelMark level={line.level} /> : null}
              <span className={styles.message}>{line.message || t('tail.noMessage')}</span>
            </summary>
            <pre>{line.details ? pretty(line.details) : t('tail.noDetails')}</pre>
            {line.requestId ? (
              <Button size="small" onClick={() => onRequest(line.requestId ?? '')}>
                {t('tail.ofRequest', { id: line.requestId })}
              </Button>
            ) : null}
          </details>
        </li>
      ))}
    </ol>
  )
}

const LOOKS: Readonly<Record<LogLevel, readonly [tone: ToneName, Icon: LucideIcon]>> = {
  trace: ['quiet', Info],
  debug: ['quiet', Info],
  info: ['plain', Info],
  warn: ['warn', TriangleAlert],
  error: ['bad', CircleAlert],
  fatal: ['bad', CircleAlert],
}

function LevelMark({ level }: { readonly level: LogLevel }) {
  const { t } = useTranslation('error-logs')
  const [tone, Icon] = LOOKS[level]
  return (
    <StateMark
      icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
      word={t(`levels.${level}`)}
      tone={tone}
      form="mark"
    />
  )
}

/** Formats details as indented JSON. Details cut off by their length stay unchanged. */
function pretty(details: string): string {
  try {
    return JSON.stringify(JSON.parse(details), null, 2).replaceAll('\\n', '\n')
  } catch {
    return details
  }
}
