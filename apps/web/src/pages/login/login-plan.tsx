import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import styles from './login-plan.module.css'

interface At {
  readonly x: number
  readonly y: number
}

const PUMP =
  'M-7 -8h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2ZM-5 -3.5h10M-4.5 3.6h.1M0 3.6h.1M4.5 3.6h.1'

/** Markers as on the maps, at twice their size. */
const Pump = ({ x, y }: At) => (
  <g transform={`translate(${x} ${y})`}>
    <rect x="-16" y="-16" width="32" height="32" rx="9" className={styles.rest} />
    <path d={PUMP} className={styles.glyph} />
  </g>
)

const Drop = ({ x, y }: At) => (
  <g transform={`translate(${x} ${y})`}>
    <rect x="-16" y="-16" width="32" height="32" rx="9" className={styles.infusing} />
    <path d="M0 -9.5C3.6 -5.4 7 -2 7 2.6a7 7 0 0 1-14 0C-7 -2-3.6 -5.4 0 -9.5Z" className={styles.drop} />
  </g>
)

const Cluster = ({ x, y, count }: At & { readonly count: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect x="-22" y="-29" width="52" height="52" rx="13" className={styles.infusing} />
    <rect x="-27" y="-25" width="52" height="52" rx="13" className={styles.rest} />
    <text x="-1" y="9" textAnchor="middle" className={styles.count}>
      {count}
    </text>
  </g>
)

const Pin = ({ x, y }: At) => (
  <g transform={`translate(${x} ${y}) rotate(7.5)`}>
    <path d="M0 46C-10 28-33 14-33-14a33 33 0 0 1 66 0C33 14 10 28 0 46Z" className={styles.pin} />
    <path d={PUMP} transform="translate(0 -15) scale(1.5)" className={styles.onPin} />
  </g>
)

interface Room {
  readonly at: readonly [x: number, y: number, w: number, h: number]
  readonly kind: 'patient' | 'clinical' | 'utility' | 'staff'
  /** Text key of the room's name; without it only the number is shown. */
  readonly name?: Extract<ParseKeys<'login'>, `plan.${string}`>
  readonly number?: number | string
  readonly labelAt: readonly [x: number, y: number]
  /** Position of the door's hinge, and the wall of the door. */
  readonly door: readonly [x: number, y: number, wall: Wall]
  readonly bed?: true
}

type Wall = 'top' | 'bottom' | 'right'

const DOOR = 36
/** Transforms of a door drawn for the upper wall into the other walls. */
const turns: Readonly<Record<Wall, string>> = {
  top: '',
  bottom: 'scale(1 -1)',
  right: 'rotate(-90) scale(1 -1)',
}

const wardRoom = (index: number): Room => {
  const x = -165 + index * 128
  return {
    at: [x, -6, 128, 186],
    kind: 'patient',
    number: `3.0${index + 1}`,
    labelAt: [x + 16, 166],
    door: [x + 78, 180, 'bottom'],
    bed: true,
  }
}
const sideRoom = (label: string, y: number): Room => ({
  at: [-70, y, 136, 128],
  kind: 'patient',
  number: label,
  labelAt: [8, y + 28],
  door: [66, y + 116, 'right'],
})

const rooms: readonly Room[] = [
  ...Array.from({ length: 9 }, (_, index) => wardRoom(index)),
  sideRoom('3.29', 262),
  sideRoom('3.28', 390),
  sideRoom('3.27', 518),
  {
    at: [150, 262, 214, 168],
    kind: 'staff',
    name: 'plan.icuWest',
    labelAt: [164, 290],
    door: [316, 262, 'top'],
  },
  {
    at: [364, 262, 136, 168],
    kind: 'utility',
    name: 'plan.medicines',
    labelAt: [380, 414],
    door: [452, 262, 'top'],
  },
  {
    at: [150, 430, 190, 254],
    kind: 'utility',
    name: 'plan.equipmentStore',
    labelAt: [164, 458],
    door: [292, 684, 'bottom'],
  },
  {
    at: [340, 430, 160, 126],
    kind: 'utility',
    name: 'plan.cleanUtility',
    labelAt: [354, 458],
    door: [500, 542, 'right'],
  },
  {
    at: [340, 556, 160, 128],
    kind: 'utility',
    name: 'plan.dirtyUtility',
    labelAt: [354, 584],
    door: [500, 672, 'right'],
  },
  {
    at: [-120, 770, 240, 190],
    kind: 'clinical',
    name: 'plan.theatre',
    number: 1,
    labelAt: [30, 800],
    door: [-20, 770, 'top'],
  },
  {
    at: [120, 770, 252, 190],
    kind: 'clinical',
    name: 'plan.theatre',
    number: 2,
    labelAt: [136, 800],
    door: [322, 770, 'top'],
  },
  {
    at: [372, 770, 148, 190],
    kind: 'clinical',
    name: 'plan.prep',
    labelAt: [388, 800],
    door: [470, 770, 'top'],
  },
  {
    at: [520, 770, 460, 190],
    kind: 'clinical',
    name: 'plan.recovery',
    labelAt: [536, 800],
    door: [640, 770, 'top'],
  },
]

/** Decoration beside the login form: part of a ward's floor plan with assets. */
export function LoginPlan() {
  const { t } = useTranslation('login')
  return (
    <svg
      className={styles.plan}
      viewBox="0 0 848 868"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable={false}
    >
      <rect x="-100" y="-100" width="1100" height="1100" className={styles.corridor} />
      <g transform="translate(-6 -26) rotate(-7.5 424 434)">
        <rect x="-400" y="-400" width="1700" height="394" className={styles.core} />
        {rooms.map((room) => (
          <RoomShape key={room.labelAt.join()} room={room} />
        ))}
        <path d="M-400 -6H1300" className={styles.outer} />
        <Furniture />
        <path d="M560 462V628a24 24 0 0 0 24 24H1000" className={styles.way} />
        <text x="634" y="226" className={styles.quiet}>
          {t('plan.northCorridor')}
        </text>
        <text x="652" y="488" className={styles.quiet}>
          {t('plan.liftLobby')}
        </text>
        <text x="634" y="738" className={styles.quiet}>
          {t('plan.southCorridor')}
        </text>
        <Drop x={382} y={66} />
        <Drop x={642} y={66} />
        <Pump x={772} y={64} />
        <Pump x={262} y={352} />
        <Pump x={424} y={500} />
        <Cluster x={234} y={582} count={8} />
        <Drop x={282} y={882} />
        <Drop x={728} y={874} />
        <Pin x={560} y={420} />
      </g>
    </svg>
  )
}

function RoomShape({ room }: { readonly room: Room }) {
  const { t } = useTranslation('login')
  const [x, y, w, h] = room.at
  const [doorX, doorY, wall] = room.door
  return (
    <g>
      <rect x={x} y={y} width={w} height={h} className={`${styles.room} ${styles[room.kind]}`} />
      <g transform={`translate(${doorX} ${doorY}) ${turns[wall]}`}>
        <path d={`M0 0H${DOOR}`} className={`${styles.gap} ${styles[room.kind]}`} />
        <path d={`M0 0V${DOOR}A${DOOR} ${DOOR} 0 0 0 ${DOOR} 0`} className={styles.leaf} />
      </g>
      {room.bed ? <Bed x={x + 44} y={y + 14} /> : null}
      <text x={room.labelAt[0]} y={room.labelAt[1]} className={styles.label}>
        {room.name ? t(room.name, { number: room.number }) : room.number}
      </text>
    </g>
  )
}

const Bed = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <g className={styles.furniture}>
    <rect x={x} y={y} width="34" height="60" rx="5" />
    <rect x={x + 6} y={y + 6} width="22" height="14" rx="4" />
  </g>
)

const Furniture = () => {
  const { t } = useTranslation('login')
  return (
    <g className={styles.furniture}>
      <path d="M182 392v-48a14 14 0 0 1 14-14h122a14 14 0 0 1 14 14v48" className={styles.desk} />
      <g className={styles.shaft}>
        <rect x="566" y="312" width="132" height="112" />
        <rect x="698" y="312" width="132" height="112" />
        <path d="M566 312 632 424 698 312M632 312 566 424M632 312V424M632 312 698 424M698 312 764 424 830 312M764 312 698 424M764 312V424M764 312 830 424" />
        <rect x="570" y="522" width="142" height="116" />
        <rect x="712" y="522" width="116" height="116" className={styles.wc} />
        <path d="M586 534v92M604 534v92M622 534v92M640 534v92M658 534v92M676 534v92M694 534v92" />
      </g>
      <text x="728" y="556" className={styles.label}>
        {t('plan.toilet')}
      </text>
      <circle cx="246" cy="868" r="52" strokeDasharray="5 6" />
      <circle cx="0" cy="868" r="52" strokeDasharray="5 6" />
      <rect x="228" y="842" width="34" height="60" rx="5" />
      <path d="M600 836v70M690 836v70M780 836v70" />
      <rect x="626" y="850" width="34" height="60" rx="5" />
      <rect x="796" y="850" width="34" height="60" rx="5" />
    </g>
  )
}
