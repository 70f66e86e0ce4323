package dom

func (p *builder) cloneSelected() {}
