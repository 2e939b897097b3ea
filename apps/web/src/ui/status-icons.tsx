import type { StateLook } from './state-looks.ts'

interface IconProps {
  readonly size?: number
}

const svg = (size: number, width = size) =>
  ({
    width,
    height: size,
    'aria-hidden': true,
    focusable: false,
    style: { flex: 'none', display: 'block' },
  }) as const

/** Filled disc: online. */
export function OnlineIcon({ size = 14 }: IconProps) {
  return (
    <svg viewBox="0 0 14 14" {...svg(size)}>
      <circle cx="7" cy="7" r="4.2" fill="currentColor" />
    </svg>
  )
}

/** Ring with a slash: offline. */
export function OfflineIcon({ size = 14 }: IconProps) {
  return (
    <svg
      viewBox="0 0 14 14"
      {...svg(size)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      <circle cx="7" cy="7" r="4" />
      <path d="M2.8 11.2 11.2 2.8" />
    </svg>
  )
}

/** Drop: filled when infusing, hollow when not. */
export function DropIcon({ size = 14, filled }: IconProps & { readonly filled: boolean }) {
  return (
    <svg viewBox="0 0 14 14" {...svg(size)} stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round">
      <path
        d="M7 1.6c1.9 2.1 3.7 4.2 3.7 6.7a3.7 3.7 0 0 1-7.4 0C3.3 5.8 5.1 3.7 7 1.6Z"
        fill={filled ? 'currentColor' : 'none'}
      />
    </svg>
  )
}

/** Five rising bars, `look.step` of them solid; crossed out if unknown. */
export function WifiIcon({ size = 14, look }: IconProps & { readonly look: StateLook }) {
  return (
    <svg viewBox="0 0 16 14" {...svg(size, (size * 16) / 14)}>
      {[1, 2, 3, 4, 5].map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 3.2}
          y={13 - bar * 2.4}
          width="2.2"
          height={bar * 2.4}
          rx="0.6"
          fill="currentColor"
          opacity={bar <= look.step ? 1 : 0.26}
        />
      ))}
      {look.known ? null : (
        <path d="M1.5 1.5 14.5 13" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      )}
    </svg>
  )
}

/** A battery cell with up to four bars; crossed out if unknown. */
export function BatteryIcon({ size = 14, look }: IconProps & { readonly look: StateLook }) {
  return (
    <svg viewBox="0 0 22 14" {...svg(size, (size * 22) / 14)}>
      <rect
        x="0.75"
        y="1.75"
        width="18"
        height="10.5"
        rx="2.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <rect x="20" y="5" width="1.8" height="4" rx="0.9" fill="currentColor" />
      {[1, 2, 3, 4].map((cell) =>
        cell <= look.step ? (
          <rect
            key={cell}
            x={cell * 3.8 - 0.9}
            y="4.1"
            width="2.7"
            height="5.8"
            rx="0.6"
            fill="currentColor"
          />
        ) : null,
      )}
      {look.known ? null : (
        <path d="M5 11 14.5 3" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      )}
    </svg>
  )
}
