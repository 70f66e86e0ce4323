package site

import "strings"

// item is an article of the shop.
type item struct {
	ID        int
	Title     map[string]string // by language: de, en, fr
	Category  string
	Colour    string // German
	Cents     int
	WeightKG  float64
	Stock     int
	Sponsored bool
	Path      string // on www.example.de
}

// price is an amount as the API writes it.
type price struct {
	Amount   float64 `json:"amount"`
	Currency string  `json:"currency"`
}

func (i item) price() price { return price{float64(i.Cents) / 100, "EUR"} }

// rating is from 3.0 to 5.0.
func (i item) rating() float64 { return float64(30+i.ID*7%21) / 10 }

// items makes the 60 articles: 20 kinds in three colours.
func items() []item {
	kinds := []struct {
		de, en, fr, category string
		cents                int
		weight               float64
	}{
		{"Stadtfahrrad Möwe", "City bike Gull", "Vélo de ville Mouette", "fahrrad", 24900, 16.5},
		{"Kinderfahrrad Frosch", "Kids' bike Frog", "Vélo enfant Grenouille", "fahrrad", 12990, 9.2},
		{"Trekkingfahrrad Höhenzug", "Trekking bike Ridge", "Vélo de randonnée Crête", "fahrrad", 59900, 15},
		{"Lastenfahrrad Kutsche", "Cargo bike Coach", "Vélo cargo Calèche", "fahrrad", 249900, 38.4},
		{"Elektrofahrrad Brise", "Electric bike Breeze", "Vélo électrique Brise", "fahrrad", 189950, 24.75},
		{"Faltrad Igel", "Folding bike Hedgehog", "Vélo pliant Hérisson", "fahrrad", 34900, 12},
		{"Fahrradklingel 🔔", "Bicycle bell 🔔", "Sonnette de vélo 🔔", "zubehoer", 890, 0.1},
		{"Fahrradschloss Bügel & Kette", "Bicycle lock, bar & chain", "Antivol vélo, barre & chaîne", "zubehoer", 3995, 1.3},
		{"Fahrradhelm Größe M", "Bicycle helmet size M", "Casque de vélo taille M", "zubehoer", 5990, 0.35},
		{"Satteltasche „Straße“ 4 l", `Saddle bag "Road" 4 l`, "Sacoche « Route » 4 l", "zubehoer", 2795, 0.4},
		{"Kühlbox 20 l", "Cool box 20 l", "Glacière 20 l", "draussen", 4450, 3},
		{"Zelt für zwei", "Tent for two", "Tente pour deux", "draussen", 11900, 2.8},
		{"Schlafsack −5 °C", "Sleeping bag −5 °C", "Sac de couchage −5 °C", "draussen", 7999, 1.1},
		{"Gaskocher <2 kW", "Gas stove <2 kW", "Réchaud à gaz <2 kW", "draussen", 3290, 0.6},
		{"Gießkanne 5 l", "Watering can 5 l", "Arrosoir 5 l", "haus", 1250, 0.7},
		{"Grüner Tee 100 g", "Green tea 100 g", "Thé vert 100 g", "haus", 680, 0.12},
		{"Kaffeebecher Süß", "Coffee mug Sweet", "Tasse à café Sucrée", "haus", 995, 0.3},
		{"Bücherregal Eiche", "Bookshelf oak", "Étagère en chêne", "haus", 14900, 22},
		{"Türstopper Häschen", "Door stop Bunny", "Cale-porte Lapin", "haus", 590, 0.45},
		{"Wärmflasche Bär 🐻", "Hot-water bottle Bear 🐻", "Bouillotte Ours 🐻", "haus", 1799, 0.25},
	}
	colours := []struct{ de, en, fr string }{{"rot", "red", "rouge"}, {"grün", "green", "vert"}, {"blau", "blue", "bleu"}}
	surcharge := []int{0, 500, 1050}
	var all []item
	for _, k := range kinds {
		for n, c := range colours {
			id := 1001 + len(all)
			all = append(all, item{
				ID:        id,
				Title:     map[string]string{"de": k.de + " " + c.de, "en": k.en + " " + c.en, "fr": k.fr + " " + c.fr},
				Category:  k.category,
				Colour:    c.de,
				Cents:     k.cents + surcharge[n],
				WeightKG:  k.weight,
				Stock:     (id*3 + 2) % 7,
				Sponsored: id == 1005, // Kinderfahrrad Frosch grün
				Path:      "/artikel/" + slug(id, k.de+" "+c.de),
			})
		}
	}
	return all
}

// slug writes the last segment of an article's path: 1001-stadtfahrrad-moewe-rot.
func slug(id int, title string) string {
	title = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss").Replace(strings.ToLower(title))
	words := strings.FieldsFunc(title, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return itoa(id) + "-" + strings.Join(words, "-")
}
