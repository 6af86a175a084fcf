/** Which systems of a list are exported? */
export type ExportScope = 'marked' | 'shown' | 'read';
