// Entry point of what reads XML of others, as events or as a tree. A door of its own, since what
// reads spreadsheets needs nothing else of the kit.

export { childAt, childrenOf, readXml, textAt } from './read-xml.ts';
export type { XmlElement } from './read-xml.ts';
export { streamXml, XmlFault } from './stream-xml.ts';
export type { XmlEvents, XmlStream } from './stream-xml.ts';
