/** What opens over the page. It is loaded while the page is idle, see overlays.ts. */
export { Dialog } from './Dialog.tsx'
export { DragEngine } from './DragEngine.tsx'
export { Drawer } from './Drawer.tsx'
export { MenuPopover } from './MenuPopover.tsx'
export { Select } from './Select.tsx'
export { TooltipBubble } from './TooltipBubble.tsx'
