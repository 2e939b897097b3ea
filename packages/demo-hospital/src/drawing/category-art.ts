import * as devices from './category-devices.ts'
import { CASE, outlined, SHADE, STEEL, stroke } from './category-devices.ts'
import type { Pictured } from './category-names.ts'

const SKIN = '#F1DCC9'

const WHEELCHAIR = `<path d="M30 26h12l8 42h34l10 34h10" ${stroke(STEEL, 4)}/>
<path d="M46 47h30v12" ${stroke(STEEL, 3.4)}/><rect x="49" y="58" width="38" height="10" rx="4" ${outlined('#BFD3EA')}/>
<circle cx="54" cy="84" r="25" ${outlined(CASE)}/><circle cx="54" cy="84" r="18" ${stroke(SHADE, 2)}/>
<path d="M54 66v36M36 84h36M41 71l26 26M67 71L41 97" ${stroke(SHADE, 2)}/><circle cx="54" cy="84" r="4" fill="${STEEL}"/>
<circle cx="92" cy="104" r="7.5" ${outlined(CASE)}/>`

const BED = `<path d="M18 44v54M110 56v42" ${stroke(STEEL, 5)}/>
<path d="M18 78h92" ${stroke(STEEL, 4)}/>
<path d="M22 74l2-10c1-4 4-6 8-6h10l14 8h44c5 0 8 3 8 8z" ${outlined(CASE)}/>
<path d="M56 66h44c5 0 8 3 8 8H50z" ${outlined('#BFD3EA')}/>
<rect x="24" y="50" width="24" height="10" rx="5" transform="rotate(-14 36 55)" ${outlined('#FFFFFF')}/>
<path d="M62 52h30M66 52v14M88 52v14" ${stroke(STEEL, 2.4)}/>
<path d="M64 78v14M40 92h48" ${stroke(STEEL, 3)}/>
<circle cx="22" cy="102" r="5.5" ${outlined(CASE)}/><circle cx="106" cy="102" r="5.5" ${outlined(CASE)}/>`

const CLINICIAN = `<path d="M24 112c0-24 16-36 40-36s40 12 40 36z" ${outlined('#A8D4EA')}/>
<path d="M52 78l12 16 12-16" ${outlined('#FFFFFF')}/>
<circle cx="64" cy="46" r="24" ${outlined(SKIN)}/>
<path d="M40 46c-2-18 10-28 24-28s26 10 24 28c-6-8-12-12-24-12s-18 4-24 12z" ${outlined('#7C8798')}/>
<path d="M44 84v10c0 8 12 8 12 0" ${stroke(STEEL, 2.4)}/><circle cx="50" cy="102" r="3" fill="${STEEL}"/>
<path d="M82 94v12M76 100h12" ${stroke('#1C80BA', 4)}/>`

const PATIENT = `<path d="M24 112c0-24 16-36 40-36s40 12 40 36z" ${outlined('#DCCBE6')}/>
<path d="M50 78c4 8 24 8 28 0" ${outlined('#F3ECF7')}/>
<circle cx="64" cy="46" r="24" ${outlined(SKIN)}/>
<path d="M41 42c0-16 10-24 23-24s23 8 23 24c-10-2-16-6-20-10-4 6-14 10-26 10z" ${outlined('#9A8778')}/>
<rect x="74" y="92" width="20" height="10" rx="3" ${outlined('#FFFFFF')}/><path d="M78 97h12" ${stroke('#6A2892', 2)}/>`

const ART: Readonly<Record<Pictured, string>> = {
  'Large volume pump': devices.LARGE_VOLUME_PUMP,
  'PCA pump': devices.PCA_PUMP,
  'Syringe pump': devices.SYRINGE_PUMP,
  Ventilator: devices.VENTILATOR,
  'Patient monitor': devices.PATIENT_MONITOR,
  Wheelchair: WHEELCHAIR,
  Bed: BED,
  Ultrasound: devices.ULTRASOUND,
  Defibrillator: devices.DEFIBRILLATOR,
  Clinician: CLINICIAN,
  Patient: PATIENT,
}

/** Returns the picture of a category as an SVG document, transparent around the drawing. */
export function categorySvg(name: Pictured, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 128 128">${ART[name]}</svg>`
}
