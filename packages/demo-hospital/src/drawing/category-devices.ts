// Flat line drawings on a 128 grid with a transparent background, because the console shows them on light and dark.
export const STEEL = '#5F6B80'
export const CASE = '#F7F9FC'
export const SHADE = '#DDE3EC'
const SCREEN = '#1B2A44'
const TRACE = '#6FD197'
const GO = '#2E9A57'
const KEY = '#C3CBD8'

export const outlined = (fill: string) =>
  `fill="${fill}" stroke="${STEEL}" stroke-width="2.6" stroke-linejoin="round"`
export const stroke = (colour: string, width = 2.6) =>
  `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`

function trace(x: number, y: number, width: number): string {
  const step = width / 6
  return (
    `<path d="M${x} ${y}h${step * 1.5}l${step * 0.7} -6 ${step} 12 ${step * 0.8} -9 ${step * 0.6} 3h${step * 1.4}" ` +
    `${stroke(TRACE, 2)}/>`
  )
}

function keys(x: number, y: number, columns: number, rows: number): string {
  return Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const last = i === columns * rows - 1
    return `<rect x="${x + column * 14}" y="${y + row * 10}" width="10.5" height="6.5" rx="2" fill="${last ? GO : KEY}"/>`
  }).join('')
}

export const LARGE_VOLUME_PUMP = `<path d="M64 12v12M64 104v12" ${stroke(STEEL, 4)}/>
<rect x="94" y="44" width="8" height="36" rx="3" ${outlined(SHADE)}/>
<rect x="33" y="24" width="61" height="80" rx="9" ${outlined(CASE)}/>
<rect x="40" y="31" width="47" height="25" rx="4" fill="${SCREEN}"/>${trace(44, 44, 39)}
${keys(43, 64, 3, 3)}`

export const PCA_PUMP = `<rect x="37" y="18" width="54" height="92" rx="10" ${outlined(CASE)}/>
<rect x="44" y="26" width="40" height="20" rx="4" fill="${SCREEN}"/>${trace(47, 37, 34)}
<rect x="44" y="53" width="40" height="28" rx="4" ${outlined(SHADE)}/>
<path d="M54 60v14M74 60v14" ${stroke(STEEL, 2)}/>
<circle cx="50" cy="95" r="4" fill="${KEY}"/><circle cx="64" cy="95" r="4" fill="${KEY}"/><circle cx="78" cy="95" r="4" fill="${GO}"/>
<path d="M91 88c14 0 14 10 8 22" ${stroke(STEEL, 2.2)}/>`

export const SYRINGE_PUMP = `<path d="M20 38h88" ${stroke(STEEL, 2.6)}/>
<rect x="32" y="29" width="44" height="16" rx="3" ${outlined('#FFFFFF')}/>
<rect x="46" y="31" width="28" height="12" fill="#CFE6F5"/>
<path d="M76 33h16M92 27v21M24 32v12M38 29v5M44 29v5M50 29v5M56 29v5M62 29v5" ${stroke(STEEL, 2.2)}/>
<rect x="16" y="48" width="96" height="50" rx="8" ${outlined(CASE)}/>
<rect x="25" y="58" width="44" height="25" rx="4" fill="${SCREEN}"/>${trace(29, 71, 36)}
<circle cx="83" cy="71" r="5.5" fill="${GO}"/><circle cx="99" cy="71" r="5.5" fill="${KEY}"/>
<path d="M28 98v8M100 98v8" ${stroke(STEEL, 4)}/>`

export const VENTILATOR = `<rect x="34" y="14" width="60" height="42" rx="6" ${outlined(CASE)}/>
<rect x="40" y="20" width="48" height="30" rx="3" fill="${SCREEN}"/>${trace(44, 30, 40)}
<path d="M44 43q6-8 12 0t12 0 12 0" ${stroke('#6CC5EC', 2)}/>
<path d="M64 56v8" ${stroke(STEEL, 5)}/>
<rect x="40" y="64" width="48" height="34" rx="6" ${outlined(CASE)}/>
<circle cx="52" cy="76" r="4.5" fill="${SHADE}" stroke="${STEEL}" stroke-width="2"/>
<circle cx="66" cy="76" r="4.5" fill="${SHADE}" stroke="${STEEL}" stroke-width="2"/>
<path d="M56 76c-30 2-34 14-34 30M70 76c34 0 36 10 36 30" ${stroke('#6CA7C9', 3)}/>
<path d="M64 98v8M44 108h40M50 108v5M78 108v5" ${stroke(STEEL, 3)}/>`

export const PATIENT_MONITOR = `<rect x="16" y="24" width="96" height="68" rx="9" ${outlined(CASE)}/>
<rect x="24" y="32" width="66" height="52" rx="4" fill="${SCREEN}"/>
${trace(28, 44, 58)}<path d="M28 60q5-8 10 0t10 0 10 0 10 0" ${stroke('#6CC5EC', 2)}/>
<path d="M28 74h8l3-5 4 5h10l3-5 4 5h10" ${stroke('#F3C25A', 2)}/>
<circle cx="101" cy="42" r="5" fill="${KEY}"/><rect x="96" y="54" width="10" height="6" rx="2" fill="${KEY}"/>
<rect x="96" y="66" width="10" height="6" rx="2" fill="${GO}"/>
<path d="M64 92v12M44 106h40" ${stroke(STEEL, 4)}/>`

export const ULTRASOUND = `<rect x="38" y="12" width="52" height="38" rx="6" ${outlined(CASE)}/>
<rect x="44" y="18" width="40" height="26" rx="3" fill="${SCREEN}"/>
<path d="M64 21l-15 18a24 24 0 0 0 30 0z" fill="#7F93AD"/><path d="M64 26l-8 10a14 14 0 0 0 16 0z" fill="#C9D5E4"/>
<path d="M64 50v10" ${stroke(STEEL, 5)}/>
<path d="M28 60h72l-6 14H34z" ${outlined(CASE)}/>
<path d="M42 67h26" ${stroke(KEY, 4)}/><circle cx="82" cy="67" r="3.5" fill="${GO}"/>
<path d="M98 64c12 4 10 18 4 26M102 90l-4 8" ${stroke('#6CA7C9', 2.6)}/>
<rect x="50" y="74" width="28" height="28" rx="4" ${outlined(SHADE)}/>
<path d="M40 106h48" ${stroke(STEEL, 4)}/><circle cx="43" cy="112" r="4.5" ${outlined(CASE)}/><circle cx="85" cy="112" r="4.5" ${outlined(CASE)}/>`

export const DEFIBRILLATOR = `<path d="M42 34v-6a8 8 0 0 1 8-8h28a8 8 0 0 1 8 8v6" ${stroke(STEEL, 4)}/>
<rect x="18" y="34" width="92" height="68" rx="10" ${outlined(CASE)}/>
<rect x="27" y="43" width="44" height="30" rx="4" fill="${SCREEN}"/>${trace(31, 58, 36)}
<path d="M91 46l-9 15h8l-4 13 13-18h-9z" fill="#F5B82E" stroke="${STEEL}" stroke-width="2" stroke-linejoin="round"/>
<rect x="29" y="82" width="12" height="8" rx="2.5" fill="${KEY}"/><rect x="46" y="82" width="12" height="8" rx="2.5" fill="${KEY}"/>
<rect x="63" y="82" width="12" height="8" rx="2.5" fill="${GO}"/><circle cx="92" cy="87" r="6" fill="#D0453C"/>`
