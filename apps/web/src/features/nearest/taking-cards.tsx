import type { ResponseOf } from '@wardtrack/contracts'
import { Hand } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OnlineButton } from '../../ui/online-button.tsx'
import styles from './nearest.module.css'
import { useClaims } from './use-claims.ts'

type Taking = ResponseOf<'nearestAssets'>['taking'][number]

const SECOND_MS = 1_000

/** Returns the current time in milliseconds, updated every second. */
function useSeconds(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Formats minutes and seconds until a time: `14:03`. */
function countdown(until: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND_MS))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Equipment claimed by the user, with the remaining time and a button to release it. */
export function TakingCards({ taking }: { readonly taking: readonly Taking[] }) {
  const now = useSeconds()
  const live = taking.filter(({ claim }) => Date.parse(claim.until) > now)
  return live.map((asset) => (
    <TakingCard key={asset.AssetId} asset={asset} timeLeft={countdown(asset.claim.until, now)} />
  ))
}

function TakingCard({ asset, timeLeft }: { readonly asset: Taking; readonly timeLeft: string }) {
  const { t } = useTranslation('nearest')
  const { release } = useClaims()
  const name = asset.AssetName ?? asset.AssetId
  return (
    <section className={styles.taking} aria-label={t('taking', { name })}>
      <Hand size={18} strokeWidth={1.8} aria-hidden />
      <p>
        {t('taking', { name })} <span className={styles.left}>{t('left', { time: timeLeft })}</span>
      </p>
      <OnlineButton
        size="large"
        loading={release.isPending}
        onClick={() => release.mutate(asset.AssetId)}
        aria-label={t('releaseName', { name })}
      >
        {t('release')}
      </OnlineButton>
    </section>
  )
}
