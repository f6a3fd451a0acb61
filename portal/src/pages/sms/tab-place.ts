// The application that the tabs of the SMS page are about.

export interface TabPlace {
  app: string;
  onApp(app: string): void;
}
