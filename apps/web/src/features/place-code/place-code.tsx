import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { encode } from 'uqr'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { nearestPath } from '../nearest/index.ts'
import { placeQuery } from '../places/index.ts'
import styles from './place-code.module.css'

/** Returns the address in a place's code: the search for the nearest equipment from there. */
const addressOf = (hierarchyId: string): string =>
  `${window.location.href.split('#', 1)[0]}#${nearestPath('', hierarchyId)}`

/** A printable sheet with the code of a place, to be put up there. */
export function PlaceCode({ hierarchyId }: { readonly hierarchyId: string }) {
  const { t } = useTranslation('place-code')
  const place = useQuery(placeQuery(hierarchyId))
  const address = addressOf(hierarchyId)
  return (
    <QueryState
      query={place}
      failed={t('failed')}
      boxed
      missing={
        <EmptyState
          boxed
          title={t('failed')}
          why={t('missing')}
          action={<Link to="/hierarchy-list-two">{t('look')}</Link>}
        />
      }
    >
      {({ fullName }) => (
        <article className={styles.sheet}>
          <p className={styles.brand}>
            <BrandMark size={28} /> Wardtrack
          </p>
          <h1>{t('title')}</h1>
          <p className={styles.place}>{fullName.at(-1)}</p>
          <p className={styles.path}>{fullName.slice(0, -1).join(' > ')}</p>
          <QrCode text={address} label={t('code', { place: fullName.at(-1) ?? '' })} />
          <p>{t('how')}</p>
          <div className={styles.tools}>
            <CopyText text={address} label={t('address')} />
            <Button
              type="primary"
              size="large"
              icon={<Printer size={18} strokeWidth={1.8} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
          </div>
        </article>
      )}
    </QueryState>
  )
}

/** A QR code, always dark on light with the quiet zone that cameras need. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 4 })
    const modules = code.data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    )
    return { size: code.size, path: modules.join('') }
  }, [text])
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
